import Model

enum UnixTime {
    /// Returns nil for times outside the years 1 to 9999, and for NaN.
    static func moment(milliseconds: Double) -> Moment? {
        guard milliseconds > -62_135_596_800_000, milliseconds < 253_402_300_800_000 else {
            return nil
        }
        return Moment(milliseconds: Int64(milliseconds.rounded()))
    }
}
