/// How many messages one criterion of the filter left out that those before it had kept.
package struct FilterCount: Sendable, Equatable {
    /// The criterion, as a JSON Pointer into the request.
    package let pointer: String
    package internal(set) var leftOut = 0
}
