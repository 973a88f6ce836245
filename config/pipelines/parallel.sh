#!/usr/bin/env bash
# Renders jobs with GNU parallel: a batch on each core, here or on other machines.
#   config/pipelines/parallel.sh jobs.ndjson out > results.ndjson
#   config/pipelines/parallel.sh jobs.ndjson /shared/out --sshlogin host1,host2 -- --format pdf
# What stands before -- are options of parallel, what stands behind it options of chatprint batch.
# Results come in the order in which jobs end. Run it again and it goes on where it stopped.
set -euo pipefail

jobs=${1:?"which file holds the jobs, one a line?"} out=${2:?"which folder do outputs go to?"}
shift 2
spread=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do spread+=("$1") && shift; done
[ $# -eq 0 ] || shift

# One core for each, since parallel starts as many as there are cores. The records are lines; small
# blocks keep all busy to the end.
export CHATPRINT_WORKERS=1
code=0
parallel --pipe --block "${BLOCK:-64k}" --round-robin --line-buffer --quote \
    --env CHATPRINT_WORKERS --env CHATPRINT_CONFIG "${spread[@]}" \
    "${CHATPRINT:-chatprint}" batch --skip-existing --output "$out" "$@" <"$jobs" || code=$?
# parallel counts the batches that failed; each of them told which job it was.
[ "$code" = 0 ] || exit 1
