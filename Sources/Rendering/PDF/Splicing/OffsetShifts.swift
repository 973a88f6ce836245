/// How far the parts of a file have moved: each shift holds from its offset on, together with those
/// before it.
struct OffsetShifts {
    private var places: [(from: Int, total: Int)] = []

    /// Shifts are added in the file's order.
    mutating func add(_ shift: Int, from offset: Int) {
        places.append((offset, (places.last?.total ?? 0) + shift))
    }

    /// Where something that stood at an offset stands now.
    func moved(_ offset: Int) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].from <= offset { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? offset : offset + places[low - 1].total
    }
}
