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

    /// The text of a text string (7.9.2.2): UTF-16 or UTF-8 with a byte order mark, otherwise one
    /// byte per character.
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
    /// The file does not begin like a PDF.
    case noPDF
    /// A description of the damage.
    case damaged(String)
    case encrypted
    /// The decompressed contents exceed this number of bytes.
    case tooLarge(limit: Int)
    case stopped
}
