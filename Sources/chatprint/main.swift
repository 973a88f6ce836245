import Glibc

/// Exit codes: 0 success, 1 input rejected, 2 invalid command line, 70 internal error, 71 a call of
/// the system failed, 74 reading or writing failed, 78 invalid configuration (the last four as in
/// sysexits.h). `verify` also has a code for each verdict (3 to 5), and `batch` exits with 128 plus
/// the number of the signal that stopped it.
exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
