import Synchronization

/// One place for the result of each part, filled by whoever did it.
final class Slots<Value: Sendable>: Sendable {
    private let places: Mutex<[Value?]>

    init(_ count: Int) { places = Mutex(Array(repeating: nil, count: count)) }

    func put(_ value: Value, at index: Int) { places.withLock { $0[index] = value } }

    func take(_ index: Int) -> Value? {
        places.withLock { places in
            let value = places[index]
            places[index] = nil
            return value
        }
    }
}
