#!/bin/sh
# Prints the state of a SLURM job in Snakemake's words: success, running or failed.
state=$(scontrol --oneliner show job "$1" 2>/dev/null | sed -n 's/.* JobState=\([A-Z_]*\) .*/\1/p')
case "$state" in
  COMPLETED) echo success ;;
  PENDING | CONFIGURING | RUNNING | COMPLETING | SUSPENDED | STAGE_OUT) echo running ;;
  *) echo failed ;;
esac
