/// Where a bubble stands among those that one sender sent in a row.
struct RunPosition: Sendable, Hashable {
    let isFirst: Bool
    let isLast: Bool
}
