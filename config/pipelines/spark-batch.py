"""Renders jobs with Apache Spark: each partition is piped through a `chatprint batch`.

    spark-submit config/pipelines/spark-batch.py jobs.ndjson /shared/out results [options of batch]

JOBS is any text that Spark reads (a file, a folder, s3a://…), one job per line. OUT must be a folder that
every worker can write to. Each run writes its result lines to a new folder in RESULTS, so that a stopped run
continues when the same command is run again. Spark may run a task twice, or again on another machine: a file
gets its name only when it is complete, and no task renders it again.
The exit code is 1 if a job failed or has no result.
"""

import json
import os
import shlex
import sys

from pyspark.sql import SparkSession


def main(jobs, out, results, *options):
    spark = SparkSession.builder.appName("chatprint").getOrCreate()
    context = spark.sparkContext
    results = f"{results.rstrip('/')}/{context.applicationId}"
    program = os.environ.get("CHATPRINT", "chatprint")
    command = [program, "batch", "--skip-existing", "--output", out, *options]
    # A task has one core. The program sees only this environment.
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in ("PATH", "HOME", "LANG") or name.startswith("CHATPRINT_")
    }
    environment.setdefault("CHATPRINT_WORKERS", "1")
    lines = context.textFile(jobs, max(2, 4 * context.defaultParallelism)).filter(str.strip)
    # The exit code is ignored because one invalid job must not fail the task of all others.
    lines.pipe(shlex.join(command), environment, checkCode=False).saveAsTextFile(results)

    # A batch that was killed has left jobs without a result.
    wanted = lines.count()
    counts = context.textFile(results).map(outcome).countByValue()
    lost = wanted - sum(counts.values())
    print(
        f"{counts['rendered']} rendered, {counts['skipped']} skipped, {counts['failed']} failed, "
        f"{lost} without a result: {results}",
        file=sys.stderr,
    )
    spark.stop()
    return 0 if counts["failed"] == lost == 0 else 1


def outcome(line):
    result = json.loads(line)
    return "failed" if "error" in result else "skipped" if "skipped" in result else "rendered"


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
