select lookup(:keys);
