#!/bin/sh
# What has become of a SLURM job, as Snakemake wants to hear it: success, running or failed.
state=$(scontrol --oneliner show job "$1" 2>/dev/null | sed -n 's/.* JobState=\([A-Z_]*\) .*/\1/p')
case "$state" in
  COMPLETED) echo success ;;
  PENDING | CONFIGURING | RUNNING | COMPLETING | SUSPENDED | STAGE_OUT) echo running ;;
  *) echo failed ;;
esac
