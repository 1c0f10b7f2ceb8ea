-- AWR report in HTML. Run in SQL*Plus on the database server as a user with the DBA role.
-- Needs the Diagnostics Pack licence: SHOW PARAMETER control_management_pack_access
-- awrrpt.sql asks for: html, days of snapshots to list, begin snapshot, end snapshot, file name.
-- Take snapshots one hour apart that span your busiest hour. On RAC run it once per instance.
@?/rdbms/admin/awrrpt.sql
