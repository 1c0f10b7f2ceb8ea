  SELECT COUNT(*) INTO l_largest FROM v$parameter WHERE name = 'wallet_root' AND value IS NOT NULL;
  IF l_largest = 0 AND :s_release >= 18 THEN
    verdict(NULL, 'tablespaces are encrypted: the flash cache needs WALLET_ROOT and TDE_CONFIGURATION, by the Reference of 26ai.');
  END IF;
