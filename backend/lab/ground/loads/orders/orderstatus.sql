select orderstatus();
