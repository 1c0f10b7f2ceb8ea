VARIABLE s_diagnostics_pack VARCHAR2(3)
