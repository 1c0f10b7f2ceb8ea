select stocklevel();
