import Glibc

/// Exit codes: 0 done, 1 the input was refused, 2 the command line was wrong, 74 reading or writing
/// failed, 78 the configuration is wrong (the last two as in sysexits.h).
exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
