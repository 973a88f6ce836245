import Synchronization

/// A cache of formats by locale. Its size is bounded, because callers choose locales.
final class LocaleCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let kept = Mutex<[Key: Value]>([:])
    private let maxEntries: Int

    init(maxEntries: Int) { self.maxEntries = maxEntries }

    func value(for key: Key, _ make: () -> Value) -> Value {
        kept.withLock { kept in
            if let known = kept[key] { return known }
            let made = make()
            if kept.count >= maxEntries { kept = [:] }
            kept[key] = made
            return made
        }
    }
}
