select lookup(:keys, :hot_pct);
