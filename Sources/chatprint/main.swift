import Glibc

/// Exit codes: 0 success, 1 input rejected, 2 invalid command line, 74 reading or writing failed,
/// 78 invalid configuration (the last two as in sysexits.h).
exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
