/// A shared, immutable value on the heap. Thousands of messages and rows refer to one instance instead
/// of each storing the value, and those without the value stay small.
package final class Box<Value: Sendable>: Sendable {
    package let value: Value

    @inlinable
    package init(_ value: Value) { self.value = value }
}

extension Box: Equatable where Value: Equatable {
    @inlinable
    package static func == (left: Box, right: Box) -> Bool {
        left === right || left.value == right.value
    }
}
