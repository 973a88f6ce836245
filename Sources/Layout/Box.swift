/// A value that rows refer to instead of each holding its own: what thousands of them have in
/// common, and what few of them have at all.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
