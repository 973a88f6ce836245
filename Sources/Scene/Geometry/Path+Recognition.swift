extension Path {
    /// The rectangle that this outline is, when it is one with upright sides.
    package var rectangle: Rect? {
        guard elements.count == 5, case .close = elements[4],
            case .move(let first) = elements[0], case .line(let second) = elements[1],
            case .line(let third) = elements[2], case .line(let fourth) = elements[3]
        else { return nil }
        let isClockwise =
            first.y == second.y && second.x == third.x && third.y == fourth.y
            && fourth.x == first.x
        guard isClockwise, third.x >= first.x, third.y >= first.y else { return nil }
        return Rect(first.x, first.y, third.x - first.x, third.y - first.y)
    }
}
