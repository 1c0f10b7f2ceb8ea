# The same as 20_parameters.sh, for those who keep the parameter group in Terraform: take one of the two ways, not both.
# The instance must name the group (parameter_group_name of aws_db_instance) and be rebooted, read replicas too.

variable "parameter_group" {
  type        = string
%%DEFAULT%%
  description = "Name of the DB parameter group that the instance uses"
}

variable "parameter_group_family" {
  type        = string
  description = "Family of the group, such as oracle-ee-19 or oracle-ee-cdb-21"
}

resource "aws_db_parameter_group" "segtier" {
  name   = var.parameter_group
  family = var.parameter_group_family

%%PARAMETERS%%
}
