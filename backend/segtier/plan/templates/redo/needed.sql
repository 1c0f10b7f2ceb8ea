  SELECT NVL(SUM(GREATEST(t.missing, 0) * t.bytes), 0) INTO l_need FROM (%%MISSING%%) t;
