/// Cuts rows into pages: a row that fits stays whole unless that would leave more than a quarter of the
/// page empty; a taller one is parted between lines; headers never stand alone at a page's foot.
struct Paginator {
    let rows: [Row]
    let height: Double

    private static let largestGap = 0.25

    private var slices: [PageSlice] = []
    private var start = 0
    private var from = 0.0
    private var used = 0.0

    init(rows: [Row], height: Double) {
        self.rows = rows
        self.height = max(height, 1)
    }

    mutating func pages() -> [PageSlice] {
        var index = 0
        while index < rows.count {
            place(index)
            index += 1
        }
        if start < rows.count {
            slices.append(PageSlice(rows: start..<rows.count, from: from, to: nil))
        }
        return slices.isEmpty ? [PageSlice(rows: 0..<0, from: 0, to: nil)] : slices
    }

    private mutating func place(_ index: Int) {
        let row = rows[index]
        let gap = used == 0 ? 0 : row.gap
        let wanted = gap + row.height
        let isFollowedOnPage = !row.keepsWithNext || fitsWithNext(index, used: used + wanted)
        if used + wanted <= height && isFollowedOnPage {
            used += wanted
            return
        }
        let spare = height - used - gap
        if used > 0, spare <= height * Paginator.largestGap || row.breaks.isEmpty {
            if row.height <= height || row.breaks.isEmpty { return turn(before: index) }
        }
        split(index, spare: used == 0 ? height : spare)
    }

    /// Whether the next row, or its first part, still stands under a header.
    private func fitsWithNext(_ index: Int, used: Double) -> Bool {
        guard index + 1 < rows.count else { return true }
        let next = rows[index + 1]
        if next.keepsWithNext { return used + next.gap + next.height <= height }
        let least = next.breaks.first ?? next.height
        return used + next.gap + least <= height
    }

    /// Starts a page with the row, taking along headers that belong to it.
    private mutating func turn(before index: Int) {
        var first = index
        while first > start, rows[first - 1].keepsWithNext { first -= 1 }
        if first == start && from == 0 { first = index }
        if first > start || from > 0 {
            slices.append(PageSlice(rows: start..<first, from: from, to: nil))
        }
        start = first
        from = 0
        used = 0
        for row in first..<index { used += (row == first ? 0 : rows[row].gap) + rows[row].height }
        placeFresh(index)
    }

    private mutating func placeFresh(_ index: Int) {
        let row = rows[index]
        let wanted = (used == 0 ? 0 : row.gap) + row.height
        if used + wanted <= height || row.breaks.isEmpty {
            used += wanted
        } else {
            split(index, spare: height - used - (used == 0 ? 0 : row.gap))
        }
    }

    /// Parts a row over as many pages as it needs.
    private mutating func split(_ index: Int, spare: Double) {
        let row = rows[index]
        var done = index == start ? from : 0
        var room = spare
        while row.height - done > room {
            guard let cut = row.breaks.last(where: { $0 > done && $0 - done <= room }) else {
                if room < height {
                    close(before: index, done: done)
                    room = height
                    continue
                }
                // Not even the first part fits on an empty page: let it overflow rather than loop.
                guard let next = row.breaks.first(where: { $0 > done }) else { break }
                close(in: index, at: next)
                done = next
                continue
            }
            close(in: index, at: cut)
            done = cut
            room = height
        }
        used = (room == height ? 0 : height - room) + row.height - done
    }

    private mutating func close(before index: Int, done: Double) {
        if index > start { slices.append(PageSlice(rows: start..<index, from: from, to: nil)) }
        start = index
        from = done
        used = 0
    }

    private mutating func close(in index: Int, at cut: Double) {
        slices.append(PageSlice(rows: start..<(index + 1), from: from, to: cut))
        start = index
        from = cut
        used = 0
    }
}
