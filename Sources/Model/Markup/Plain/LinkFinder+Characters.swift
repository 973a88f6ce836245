import Basics

extension LinkFinder {
    func isHostByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    func isMailByte(_ byte: UInt8) -> Bool {
        isHostByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "%")
    }

    func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, 0x7F..., UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"),
            UInt8(ascii: "\\"), UInt8(ascii: "^"):
            false
        default: true
        }
    }

    /// Returns whether a scalar may be part of a path. Letters of all scripts may; spaces, and the
    /// punctuation of scripts without spaces, end a path.
    func isPathScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80...0xBF, 0x1680, 0x2000...0x206F, 0x3000...0x303F, 0xFE10...0xFE6F,
            0xFF00...0xFFEF, 0xE000...0xF8FF:
            false
        default: true
        }
    }

    /// Returns whether an address may begin here: not inside a word or another address.
    func isBoundary(before place: Int) -> Bool {
        var index = place
        // Direction marks and controls do not separate words.
        while index > floor, bytes[index - 1] >= 0x80 {
            let start = scalarStart(before: index)
            let scalar = scalar(at: start)
            guard isDirectionMark(scalar) || isDirectionControl(scalar) else { break }
            index = start
        }
        guard index > floor else { return true }
        let byte = bytes[index - 1]
        if byte < 0x80 {
            return !ASCII.isAlphanumeric(byte)
                && ![
                    UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "\\"),
                ].contains(byte)
        }
        var start = index - 1
        while start > floor, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return !isSpacedLetter(scalar(at: start))
    }

    /// Returns whether the next letter could be part of the host, so that the host is not what it
    /// seems.
    func deceives(at index: Int) -> Bool {
        guard index < end, bytes[index] >= 0x80 else { return false }
        return isSpacedLetter(scalar(at: index)) || isTurned(at: index)
    }

    /// Returns whether a scalar is a letter, digit or mark of a script with spaces between words,
    /// so that it could be part of a word.
    func isSpacedLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Khmer, Myanmar, kana, ideographs and Hangul are written without spaces.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x9FFF, 0xAC00...0xD7AF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            false
        default:
            scalar.properties.isAlphabetic || CleanText.isMark(scalar)
                || scalar.properties.numericType != nil
        }
    }

    /// Returns whether an override or isolate is inside an address, which is then displayed as a
    /// different one.
    func isTurned(at index: Int) -> Bool {
        guard index < end, bytes[index] >= 0x80 else { return false }
        let scalar = scalar(at: index)
        let next = index + UTF8.width(scalar)
        return isDirectionControl(scalar) && next < end && ASCII.isAlphanumeric(bytes[next])
    }

    /// The text must be valid UTF-8.
    func scalar(at index: Int) -> Unicode.Scalar {
        let first = UInt32(bytes[index])
        func next(_ step: Int) -> UInt32 {
            index + step < bytes.count ? UInt32(bytes[index + step] & 0x3F) : 0
        }
        let value: UInt32
        switch first {
        case ..<0x80: value = first
        case ..<0xE0: value = (first & 0x1F) << 6 | next(1)
        case ..<0xF0: value = (first & 0x0F) << 12 | next(1) << 6 | next(2)
        default: value = (first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}

/// Top-level domains that identify a host without a scheme as an address.
enum TopLevels {
    static let plain: Set<String> = [
        "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "io", "dev", "app", "ai",
        "co",
        "tv", "eu", "de", "uk", "fr", "es", "nl", "pl", "ch", "cz", "dk", "fi", "gr", "hu", "ie",
        "pt",
        "ro", "ru", "se", "sk", "ua", "tr", "il", "ae", "sa", "ir", "cn", "jp", "kr", "tw", "hk",
        "sg",
        "th", "vn", "au", "nz", "ca", "mx", "br", "ar", "cl", "za", "ng", "ke", "eg", "online",
        "site",
        "shop", "store", "blog", "page", "xyz", "tech", "cloud", "gg", "ly", "ee", "lt", "lv", "hr",
        "bg", "lu", "li", "cat",
    ]

    /// Top-level domains that are also words or file name extensions.
    static let words: Set<String> = [
        "it", "is", "in", "me", "to", "so", "no", "at", "be", "am", "my", "us", "do", "as", "by",
        "id",
        "la", "rs", "fm", "cc", "md", "sh", "py", "pm", "news", "live", "link", "chat", "one",
        "pro", "wiki",
    ]
}
