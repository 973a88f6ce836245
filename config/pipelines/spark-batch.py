"""Renders jobs with Apache Spark: each partition is piped through a `chatprint batch`.

    spark-submit config/pipelines/spark-batch.py jobs.ndjson /shared/out results [options of batch]

JOBS may be any text that Spark reads (a file, a folder, s3a://…), a job a line; OUT must be a folder
that every worker sees; RESULTS becomes a folder of result lines. Spark may run a task twice, or
again on another machine: a file has its name only once it is whole, and is then left alone.
The exit code is 1 when a job failed or has no result.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession


def main(jobs, out, results, *options):
    spark = SparkSession.builder.appName("chatprint").getOrCreate()
    context = spark.sparkContext
    program = os.environ.get("CHATPRINT", "chatprint")
    command = [program, "batch", "--skip-existing", "--output", out, *options]
    # A task has one core to itself; the environment of `pipe` is all that the program sees.
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in ("PATH", "HOME", "LANG") or name.startswith("CHATPRINT_")
    }
    environment.setdefault("CHATPRINT_WORKERS", "1")
    lines = context.textFile(jobs, max(2, 4 * context.defaultParallelism)).filter(str.strip)
    # One bad job must not fail the task of all the others: the results tell, not the exit code.
    lines.pipe(shlex.join(command), environment, checkCode=False).saveAsTextFile(results)

    wanted = lines.count()
    told = context.textFile(results).map(is_made).countByValue()
    made, failed = told.get(True, 0), told.get(False, 0)
    lost = wanted - made - failed
    print(f"{made} rendered, {failed} failed, {lost} without a result", file=sys.stderr)
    spark.stop()
    return 0 if failed == lost == 0 else 1


def is_made(line):
    import json

    return "error" not in json.loads(line)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
