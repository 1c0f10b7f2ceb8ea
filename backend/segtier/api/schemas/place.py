"""Where the scripts of a plan run and the names they use: the same names and limits in an address and in a body."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from segtier.model.plan import Destination, Rds, TargetName, VolumeName, VolumeType

OVERRIDE = "Write the scripts even though the advice is not to move."
RdsName = Annotated[str, Field(max_length=255)]
OracleName = Annotated[str, Field(min_length=1, max_length=128)] | None


class PlanPlace(BaseModel):
    """Each field is one of `segtier.model.plan.Destination`, or with `rds_` of its `Rds`."""

    model_config = ConfigDict(frozen=True)

    data_tablespace: OracleName = None
    index_tablespace: OracleName = None
    temp_tablespace: OracleName = None
    data_diskgroup: OracleName = None
    redo_diskgroup: OracleName = None
    temp_diskgroup: OracleName = None
    flash_diskgroup: OracleName = None
    target: TargetName = Field("own", description="own: a machine of yours; rds: Amazon RDS for Oracle.")
    rds_instance: RdsName = ""
    rds_parameter_group: RdsName = ""
    rds_volume: VolumeName = "rdsdbdata2"
    rds_volume_type: VolumeType = "io2"
    rds_volume_gib: int | None = Field(None, ge=1, le=1_000_000)
    rds_iops: int | None = Field(None, ge=1, le=10_000_000)
    rds_cache_tenths: int | None = Field(None, ge=0, le=10)
    rds_temp_tenths: int | None = Field(None, ge=0, le=10)

    def targets(self) -> Destination:
        """What is not given is as it is where nobody says anything."""
        rds = Rds(**{one.name: getattr(self, f"rds_{one.name}") for one in fields(Rds)})
        names = {one.name: getattr(self, one.name) for one in fields(Destination) if one.name != "rds"}
        return Destination(**{name: value for name, value in names.items() if value is not None}, rds=rds)
