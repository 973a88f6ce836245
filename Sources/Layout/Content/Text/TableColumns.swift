/// Distributes a table's width: narrow columns get the width they need, wide ones share the rest.
enum TableColumns {
    /// - Parameter fills: whether a table that needs less width is stretched in proportion to its
    ///   columns.
    static func fitted(_ natural: [Double], width: Double, fills: Bool) -> [Double] {
        let needed = natural.reduce(0, +)
        guard needed > width else {
            return fills ? natural.map { $0 * width / needed } : natural
        }
        var columns = natural
        var open = Array(natural.indices)
        var room = width
        while !open.isEmpty {
            let share = room / Double(open.count)
            let narrow = open.filter { natural[$0] <= share }
            guard !narrow.isEmpty else {
                for column in open { columns[column] = share }
                break
            }
            for column in narrow { room -= natural[column] }
            open.removeAll { natural[$0] <= share }
        }
        return columns
    }
}
