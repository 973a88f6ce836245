/// The format of a production's load files, which depends on the review platform.
package struct ProductionSetup: Sendable, Equatable {
    /// The names are written in capitals.
    package enum Column: String, Sendable, CaseIterable {
        case begbates, endbates, begattach, endattach, custodian, from, to, datesent, timesent
        case timezone, conversation, msgcount, filename, sha256, nativepath, textpath, pagecount
    }

    /// The name of the load files and of the volume that they describe.
    package var volume = "VOL001"
    /// The characters between two fields, around each field, and instead of line ends in a field.
    /// The defaults are Concordance's.
    package var separator: Unicode.Scalar = "\u{14}"
    package var quote: Unicode.Scalar = "\u{FE}"
    package var newline: Unicode.Scalar = "\u{AE}"
    package var fields = Column.allCases

    init() {}

    /// The characters that no value may contain.
    package var signs: [Unicode.Scalar] { [separator, quote, newline] }
}
