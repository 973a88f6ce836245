/// Shares a table's width: narrow columns keep what they need, wide ones divide what is left.
enum TableColumns {
    static func fitted(_ natural: [Double], width: Double) -> [Double] {
        guard natural.reduce(0, +) > width else { return natural }
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
