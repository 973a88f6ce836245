#!/usr/bin/env bash
# Renders jobs with GNU parallel: one `chatprint batch` per core, here or on other machines.
#   config/pipelines/parallel.sh jobs.ndjson out > results.ndjson
#   config/pipelines/parallel.sh jobs.ndjson /shared/out --sshlogin host1,host2 -- --format pdf
# Arguments before -- are options of parallel, arguments after it options of `chatprint batch`.
# Results are in the order in which jobs end. A stopped run continues when the same command is run again.
set -euo pipefail

jobs=${1:?"name the file of jobs, one per line"} out=${2:?"name the output folder"}
shift 2
spread=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do spread+=("$1") && shift; done
[ $# -eq 0 ] || shift

# parallel starts one batch per core, so each has one worker. Small blocks of lines keep all of them busy
# until the end.
export CHATPRINT_WORKERS=1
code=0
parallel --pipe --block "${BLOCK:-64k}" --round-robin --line-buffer --quote \
    --env CHATPRINT_WORKERS --env CHATPRINT_CONFIG "${spread[@]}" \
    "${CHATPRINT:-chatprint}" batch --skip-existing --output "$out" "$@" <"$jobs" || code=$?
# The exit code of parallel is the number of failed batches. Their results name the failed jobs.
[ "$code" = 0 ] || exit 1
