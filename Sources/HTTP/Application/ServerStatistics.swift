/// What a server has done since it started: one reading of all its counters.
package struct ServerStatistics: Sendable, Equatable {
    package var connectionsOpen = 0
    package var connectionsTotal = 0
    package var requests = 0
    package var bytesIn = 0
    package var bytesOut = 0
    /// By the fault's event name.
    package var faults: [String: Int] = [:]
    /// By how connections ended.
    package var endings: [String: Int] = [:]
    /// Exchanges that were cut before their answer was complete.
    package var exchangesCut = 0
    package var acceptErrors = 0
    package var bytesSpilled = 0

    package init() {}
}
