/// Times as programs write them: ISO 8601 and its near relations.
enum ISOTime {
    /// `2024-05-17T17:29:42.123+02:00`, also with a blank for the `T`, without seconds, or without
    /// an offset; nil where it is none of these.
    static func parse(_ text: some StringProtocol) -> (time: CivilTime, offset: Int?)? {
        var cursor = Cursor(bytes: Array(text.utf8))
        guard let year = cursor.digits(4), cursor.skip("-"), let month = cursor.digits(2),
            cursor.skip("-"), let day = cursor.digits(2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        if cursor.isAtEnd { return (time, nil) }
        _ = cursor.skip(",")
        guard cursor.skip("T") || cursor.skip(" ") || cursor.skip("t"),
            let hour = cursor.digits(2), cursor.skip(":"), let minute = cursor.digits(2)
        else { return nil }
        time.hour = hour
        time.minute = minute
        if cursor.skip(":") {
            guard let second = cursor.digits(2) else { return nil }
            time.second = second
            if cursor.skip(".") || cursor.skip(",") { time.millisecond = cursor.fraction() }
        }
        guard let offset = cursor.offset() else { return cursor.isAtEnd ? (time, nil) : nil }
        return cursor.isAtEnd ? (time, offset) : nil
    }

    struct Cursor {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, UInt32(bytes[position]) == character.value else {
                return false
            }
            position += 1
            return true
        }

        /// Exactly so many digits.
        mutating func digits(_ count: Int) -> Int? {
            guard position + count <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[position..<position + count] {
                guard byte &- 0x30 < 10 else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            position += count
            return value
        }

        /// Milliseconds from the digits of a fraction.
        mutating func fraction() -> Int {
            var value = 0
            var scale = 100
            while position < bytes.count, bytes[position] &- 0x30 < 10 {
                value += Int(bytes[position] - 0x30) * scale
                scale /= 10
                position += 1
            }
            return value
        }

        /// `Z`, `+02:00`, `+0200`, with or without a blank before it: seconds east.
        mutating func offset() -> Int? {
            let start = position
            _ = skip(" ")
            if skip("Z") || skip("z") { return 0 }
            let isWest = skip("-")
            guard isWest || skip("+"), let hours = digits(2) else {
                position = start
                return nil
            }
            _ = skip(":")
            let minutes = digits(2) ?? 0
            guard hours <= 18, minutes <= 59 else {
                position = start
                return nil
            }
            return (hours * 3_600 + minutes * 60) * (isWest ? -1 : 1)
        }
    }
}
