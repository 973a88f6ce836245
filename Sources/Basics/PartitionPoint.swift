extension RandomAccessCollection {
    /// Returns the first index whose element satisfies the condition, assuming that all later
    /// elements do so as well.
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
