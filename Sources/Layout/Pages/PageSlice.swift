/// What one page shows: some rows, of the first and the last perhaps only a part.
package struct PageSlice: Sendable, Equatable {
    package var rows: Range<Int>
    /// Where the first row goes on, from its own top; 0 for its beginning.
    package var from: Double
    /// Where the last row stops, from its own top; nil for its end.
    package var to: Double?
}
