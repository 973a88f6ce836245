protocol Subcommand: SendableMetatype {
    static var description: CommandDescription { get }

    init(arguments: Arguments) throws

    /// Runs the command and returns the exit code.
    func run() throws -> Int32
}
