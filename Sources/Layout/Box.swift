/// A shared, immutable value. Thousands of rows refer to one instance instead of each storing the
/// value, and rows without the value stay small.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
