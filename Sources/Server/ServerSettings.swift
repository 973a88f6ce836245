package import HTTP

/// What an operator may change about the server.
package struct ServerSettings: Sendable {
    package var connections = 10_000
    /// How long a connection may be silent before it gives way to another: what a new one asks comes right
    /// behind it.
    package var idleGrace = Duration.milliseconds(20)
    /// Files that the application opens at times, and that connections must leave it.
    package var reservedFiles = 16
    package var limits = MessageLimits()
    package var timeouts = Timeouts()
    /// Memory that the unfinished requests of all connections may hold together.
    package var requestMemory = 256 << 20
    /// Of one answer, what waits in memory for a slow reader before the rest goes to the spill file.
    package var answerMemory = 256 << 10
    /// Queues that sockets have their turns on. One serves tens of thousands of connections; the cores
    /// are for drawing.
    package var loops = 1
    package var backlog = 4096

    package init() {}
}
