package import Basics

/// An object of a document (ISO 32000-1, 7.3).
indirect enum PDFValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case string([UInt8])
    case name(String)
    case array([PDFValue])
    case dictionary([String: PDFValue])
    case reference(Int)

    var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    var name: String? {
        if case .name(let value) = self { value } else { nil }
    }

    var array: [PDFValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    var dictionary: [String: PDFValue]? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// UTF-16 or UTF-8 with a byte order mark, otherwise one byte per character (7.9.2.2).
    var text: String? {
        guard case .string(let bytes) = self else { return nil }
        if bytes.starts(with: [0xFE, 0xFF]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return String(decoding: units, as: UTF16.self)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return String(decoding: bytes.dropFirst(3), as: UTF8.self)
        }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension [String: PDFValue] {
    /// Whether an annotation's rectangle consists of two equal corners, written as numbers.
    var isWithoutExtent: Bool {
        guard let corners = self["Rect"]?.array, corners.count == 4,
            corners.allSatisfy({
                switch $0 {
                case .integer, .real: true
                case .null, .bool, .string, .name, .array, .dictionary, .reference: false
                }
            })
        else { return false }
        return corners[0] == corners[2] && corners[1] == corners[3]
    }
}

package enum PDFReadFault: Error, Sendable, Equatable {
    case noPDF
    case damaged(String)
    case encrypted
    /// The decompressed contents exceed this number of bytes.
    case tooLarge(limit: Int)
    case stopped
}

extension PDFValue {
    /// Returns nil for a value that PDF (ISO 32000-1, 7.3) cannot state exactly as it was read.
    func write(to bytes: inout [UInt8], depth: Int = 0) -> Void? {
        guard depth < 64 else { return nil }
        switch self {
        case .null: bytes += Array("null ".utf8)
        case .bool(let value): bytes += Array((value ? "true " : "false ").utf8)
        case .integer(let value): bytes += Array("\(value) ".utf8)
        case .real(let value):
            let text = "\(value)"
            // PDF numbers have no exponents.
            guard text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == 0x2E || $0 == 0x2D }) else {
                return nil
            }
            bytes += Array((text + " ").utf8)
        case .string(let value):
            bytes.append(0x3C)
            bytes += Array(Hexadecimal.text(of: value).utf8)
            bytes.append(0x3E)
        case .name(let value): return Self.write(name: value, to: &bytes)
        case .array(let values):
            bytes.append(0x5B)
            for value in values {
                guard value.write(to: &bytes, depth: depth + 1) != nil else { return nil }
            }
            bytes.append(0x5D)
        case .dictionary(let entries):
            bytes += [0x3C, 0x3C]
            // A fixed order makes the bytes reproducible.
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                guard Self.write(name: key, to: &bytes) != nil,
                    value.write(to: &bytes, depth: depth + 1) != nil
                else { return nil }
            }
            bytes += [0x3E, 0x3E]
        case .reference(let number): bytes += Array("\(number) 0 R ".utf8)
        }
        return ()
    }

    private static func write(name: String, to bytes: inout [UInt8]) -> Void? {
        // A name that is not valid UTF-8 was not read exactly.
        guard !name.unicodeScalars.contains("\u{FFFD}") else { return nil }
        bytes.append(0x2F)
        for letter in name.utf8 {
            let isPlain =
                (0x21...0x7E).contains(letter) && !"()<>[]{}/%#".utf8.contains(letter)
            bytes +=
                isPlain ? [letter] : Array("#".utf8) + Array(Hexadecimal.text(of: [letter]).utf8)
        }
        bytes.append(0x20)
        return ()
    }
}

extension PDFReadFault {
    package var explanation: Explanation {
        switch self {
        case .noPDF: Explanation(.unreadableDocument, "The file is not a PDF.")
        case .damaged(let words):
            Explanation(
                .unreadableDocument,
                "The document is damaged or uses an unsupported structure: \(words).")
        case .encrypted:
            Explanation(.unreadableDocument, "The document is encrypted. Decrypt it first.")
        case .tooLarge(let limit):
            Explanation(
                .unreadableDocument,
                "The contents of the document exceed \(limit) bytes (setting inflated_bytes).",
                limit: limit, setting: "inflated_bytes")
        case .stopped:
            Explanation(.unreadableDocument, "Reading the document took too long.")
        }
    }
}
