/// The arguments of this process as the system passed them.
package enum ProgramArguments {
    /// Whether the system passed them: they are read from `/proc`, which a container may lack.
    package static var areKnown: Bool { CommandLine.argc > 0 }

    /// The first argument that is not valid UTF-8, repaired for display; nil if all are valid.
    ///
    /// `CommandLine.arguments` repairs it, so that it names another file.
    package static var firstInvalid: String? {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index],
                unsafe String(validatingCString: argument) == nil
            else { continue }
            return unsafe String(cString: argument)
        }
        return nil
    }
}
