import Synchronization

/// A cache of formats by locale. Its size is bounded, because callers choose locales.
final class KeptWordings<Key: Hashable & Sendable, Wording: Sendable>: Sendable {
    private let kept = Mutex<[Key: Wording]>([:])
    private let most: Int

    init(atMost most: Int) { self.most = most }

    func wording(for key: Key, _ make: () -> Wording) -> Wording {
        kept.withLock { kept in
            if let known = kept[key] { return known }
            let made = make()
            if kept.count >= most { kept = [:] }
            kept[key] = made
            return made
        }
    }
}
