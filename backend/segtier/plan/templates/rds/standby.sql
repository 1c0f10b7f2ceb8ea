    verdict(NULL, l_count || ' replica(s) are fed from here, and cannot be seen from here. Each must have the same additional'
      || ' storage volume, which RDS adds to it; look at them before new files come.');
