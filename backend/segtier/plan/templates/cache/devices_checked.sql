  IF NVL(:s_devices_checked, 'NO') <> 'YES' THEN
    stop('run 11_flash_cache_devices.sh on every node; when it says done, set devices_checked to YES in settings.sql.'
      || ' Without a device the instance would not start.');
  END IF;
