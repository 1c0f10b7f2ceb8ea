    verdict(NULL, l_count || ' standby(s) are fed from here, and cannot be seen from here. On each: STANDBY_FILE_MANAGEMENT'
      || ' must be AUTO, and new files must find a place there: a disk group of the same name, DB_CREATE_FILE_DEST or'
      || ' DB_FILE_NAME_CONVERT. Else its recovery stops at the first new file.');
