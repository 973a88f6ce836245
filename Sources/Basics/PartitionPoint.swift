extension RandomAccessCollection {
    /// All later elements must satisfy the condition as well.
    @inlinable
    package func partitionPoint(where condition: (Element) -> Bool) -> Index {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if condition(self[middle]) { high = middle } else { low = index(after: middle) }
        }
        return low
    }
}
