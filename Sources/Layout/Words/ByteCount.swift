/// Formats file sizes, the same in every language: "512 B", "12 KB", "1.2 MB".
enum ByteCount {
    static func words(_ bytes: Int) -> String {
        let bytes = max(bytes, 0)
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var value = Double(bytes) / 1_000
        for unit in ["KB", "MB", "GB", "TB", "PB"] {
            // A value that would round up to 1,000 uses the next unit.
            if value < 999.5 { return "\(rounded(value)) \(unit)" }
            value /= 1_000
        }
        return "\(rounded(value)) EB"
    }

    /// Rounds to one decimal below ten, otherwise to a whole number.
    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        guard tenths < 100, tenths % 10 != 0 else { return String(Int(value.rounded())) }
        return "\(tenths / 10).\(tenths % 10)"
    }
}
