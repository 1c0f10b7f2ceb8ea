select neworder(:districts, :lines, :hot_pct);
