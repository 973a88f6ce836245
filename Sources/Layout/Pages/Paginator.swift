import Basics
import Scene

/// Splits rows into pages. A row that fits stays whole unless that would leave more than a quarter
/// of the page empty. A taller row is split between lines, and cut wherever a page ends if it has
/// no break that fits. Headers are never left alone at a page's foot.
///
/// A photo that would leave more space empty is scaled down, as long as it stays recognizable. With
/// `keepsRows`, a row that fits on a page is never split, and neither is a bubble that fits.
struct Paginator {
    private(set) var rows: [Row]
    private let layout: Layout
    let height: Double
    /// The height of the line that says what continues, at a page's top and at its foot.
    let mark: Double
    let keepsRows: Bool
    private let remeasured: ((_ row: Int, _ pictureHeight: Double) -> Row)?

    private static let usualGap = 0.25
    private static let minShare = 0.3
    /// The minimum part of a row on a page. A page without room for a line overflows; otherwise it
    /// would take thousands of them to show a message.
    private static let minPart = 24.0

    private var slices: [PageSlice] = []
    private var start = 0
    private var from = 0.0
    private var used = 0.0

    init(
        rows: [Row], of layout: Layout, height: Double, mark: Double, keepsRows: Bool,
        remeasured: ((_ row: Int, _ pictureHeight: Double) -> Row)? = nil
    ) {
        self.rows = rows
        self.layout = layout
        self.height = max(height, 1)
        self.mark = mark
        self.keepsRows = keepsRows
        self.remeasured = remeasured
    }

    mutating func pages() -> [PageSlice] {
        var index = 0
        while index < rows.count {
            place(index)
            index += 1
        }
        if start < rows.count {
            slices.append(slice(before: rows.count))
        }
        return slices.isEmpty ? [PageSlice(rows: 0..<0, from: 0, to: nil)] : slices
    }

    private var pageHeight: Double { from > 0 ? height : height(withFirst: start) }

    private func height(withFirst row: Int) -> Double {
        layout.lacksName(row: row) ? max(height - mark, 1) : height
    }

    private func slice(before end: Int, to: Double? = nil) -> PageSlice {
        PageSlice(
            rows: start..<end, from: from, to: to,
            isContinued: from > 0 || layout.lacksName(row: start))
    }

    private func top(_ index: Int) -> Double {
        rows[index].repeated.map { $0.reduce(0) { $0 + $1.height } } ?? mark
    }

    private func foot(_ index: Int) -> Double { rows[index].repeated == nil ? mark : 0 }

    private var maxGap: Double { keepsRows ? 1 : Paginator.usualGap }

    private mutating func place(_ index: Int) {
        let row = rows[index]
        if row.beginsPage, index > start || from > 0 { return turn(before: index) }
        let gap = used == 0 ? 0 : row.gap
        let wanted = gap + row.height
        let isFollowedOnPage = !row.keepsWithNext || fitsWithNext(index, used: used + wanted)
        if used + wanted <= pageHeight && isFollowedOnPage {
            used += wanted
            return
        }
        let spare = pageHeight - used - gap
        let leavesGap = used > 0 && spare > height * maxGap
        if leavesGap, !row.breaks.contains(where: { $0 <= spare - foot(index) }),
            shrink(index, to: spare, share: Paginator.minShare)
        {
            used += gap + rows[index].height
            return
        }
        if used == 0, row.height > pageHeight, row.breaks.isEmpty,
            shrink(index, to: pageHeight, share: 0)
        {
            used = rows[index].height
            return
        }
        let fresh = height(withFirst: index)
        if keepsRows, row.height > fresh,
            shrink(index, to: fresh, share: Paginator.minShare)
        {
            return place(index)
        }
        if used > 0, spare <= height * maxGap || row.breaks.isEmpty {
            let isPicture = row.breaks.isEmpty && row.pictureHeight > 0
            if row.height <= fresh || isPicture { return turn(before: index) }
        }
        split(index, spare: used == 0 ? pageHeight : spare)
    }

    private func fitsWithNext(_ index: Int, used: Double) -> Bool {
        guard index + 1 < rows.count else { return true }
        let next = rows[index + 1]
        if next.keepsWithNext { return used + next.gap + next.height <= pageHeight }
        let least = next.breaks.first ?? next.height
        return used + next.gap + least <= pageHeight
    }

    /// Starts a page with the row, taking along headers that belong to it.
    private mutating func turn(before index: Int) {
        var first = index
        // A header of which a part is on an earlier page is not drawn again.
        let top = from > 0 ? start + 1 : start
        while first > top, rows[first - 1].keepsWithNext { first -= 1 }
        let least = rows[first..<index].reduce(rows[index].height) { $0 + $1.height }
        let headersPart =
            keepsRows && least > height && rows[index].height <= height(withFirst: index)
        if first == start && from == 0 || headersPart { first = index }
        if first > start || from > 0 {
            slices.append(slice(before: first))
        }
        start = first
        from = 0
        used = 0
        for row in first..<index { used += (row == first ? 0 : rows[row].gap) + rows[row].height }
        placeFresh(index)
    }

    /// Returns false if the picture would become smaller than a share of its height.
    private mutating func shrink(_ index: Int, to room: Double, share: Double) -> Bool {
        let row = rows[index]
        // Bubble edges are on half points.
        let wanted = row.pictureHeight - (row.height - room) - 0.5
        guard let remeasured, wanted >= max(row.pictureHeight * share, 1) else { return false }
        let smaller = remeasured(index, wanted)
        guard smaller.height <= room else { return false }
        rows[index] = smaller
        return true
    }

    private mutating func placeFresh(_ index: Int) {
        let room = pageHeight - used - (used == 0 ? 0 : rows[index].gap)
        if rows[index].height > room, rows[index].breaks.isEmpty {
            _ = shrink(index, to: room, share: 0)
        }
        let row = rows[index]
        let wanted = (used == 0 ? 0 : row.gap) + row.height
        if used + wanted <= pageHeight {
            used += wanted
        } else {
            split(index, spare: pageHeight - used - (used == 0 ? 0 : row.gap))
        }
    }

    private mutating func split(_ index: Int, spare: Double) {
        let row = rows[index]
        var done = index == start ? from : 0
        var room = spare
        while row.height - done > room {
            guard let cut = self.cut(index, after: done, room: room) else {
                close(before: index, done: done)
                room = pageHeight
                continue
            }
            close(in: index, at: cut)
            done = cut
            room = height - top(index)
        }
        used = pageHeight - room + row.height - done
    }

    /// The offset at which the rest of a row continues on the next page; nil if the rest should
    /// begin there.
    private func cut(_ index: Int, after done: Double, room: Double) -> Double? {
        let row = rows[index]
        let hasRowsAbove = start < index
        // Break offsets are in ascending order.
        let next = row.breaks.partitionPoint { $0 > done }
        let end = row.breaks.partitionPoint { $0 - done > room - foot(index) }
        let least = height * Paginator.usualGap
        if next < end {
            let cut = row.breaks[end - 1]
            guard isTooTall(partAfter: cut, end, ofRow: index),
                done + room - foot(index) - cut > least
            else {
                guard let start = startOfBubble(thatFits: index, around: cut) else { return cut }
                return start > done ? start : hasRowsAbove ? nil : cut
            }
        } else if hasRowsAbove {
            let fits =
                row.height - done <= height(withFirst: index)
                || !isTooTall(partAfter: done, next, ofRow: index)
            if fits || room - foot(index) < least { return nil }
        }
        return row.cut(
            from: done, to: done + max(room - foot(index), Paginator.minPart), in: layout)
    }

    private func isTooTall(partAfter offset: Double, _ next: Int, ofRow index: Int) -> Bool {
        let row = rows[index]
        let isLast = next == row.breaks.count
        let room = offset > 0 ? height - top(index) : height(withFirst: index)
        return (isLast ? row.height : row.breaks[next]) - offset > room - (isLast ? 0 : foot(index))
    }

    /// The bubble that the cut would split, if it fits on a page of its own.
    private func startOfBubble(thatFits index: Int, around cut: Double) -> Double? {
        let row = rows[index]
        guard keepsRows, !row.seams.isEmpty else { return nil }
        let next = row.seams.partitionPoint { $0 < cut }
        let start = next == 0 ? 0 : row.seams[next - 1]
        let end = next == row.seams.count ? row.height : row.seams[next]
        let room = start > 0 ? height - top(index) : height(withFirst: index)
        return end != cut && end - start <= room - (end < row.height ? foot(index) : 0)
            ? start : nil
    }

    private mutating func close(before index: Int, done: Double) {
        if index > start { slices.append(slice(before: index)) }
        start = index
        from = done
        used = 0
    }

    private mutating func close(in index: Int, at cut: Double) {
        slices.append(slice(before: index + 1, to: cut))
        start = index
        from = cut
        used = 0
    }
}
