select change(:changes, :hot_pct);
