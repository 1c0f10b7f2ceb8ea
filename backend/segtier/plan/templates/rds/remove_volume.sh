
volume=%%VOLUME%%
say "RDS removes a volume only when no file of the database is on it; drop the tablespaces there first, when they are empty."
wanted="[{\"VolumeName\":\"$volume\",\"SetForDelete\":true}]"
changes modify-db-instance --db-instance-identifier "$INSTANCE" --additional-storage-volumes "$wanted" --apply-immediately
