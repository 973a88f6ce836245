/// The form of a production's load files, by the platform that reads them.
package struct ProductionSetup: Sendable, Equatable {
    /// The columns of a load file, named there in capitals.
    package enum Column: String, Sendable, CaseIterable {
        case begbates, endbates, begattach, endattach, custodian, from, to, datesent, timesent
        case timezone, conversation, msgcount, filename, sha256, nativepath, textpath, pagecount
    }

    /// The name of the load files, and of the volume that they describe.
    package var volume = "VOL001"
    /// Between two fields, around each, and for a line end within one: Concordance's.
    package var separator: Unicode.Scalar = "\u{14}"
    package var quote: Unicode.Scalar = "\u{FE}"
    package var newline: Unicode.Scalar = "\u{AE}"
    package var fields = Column.allCases

    package init() {}

    /// The signs that no value can have.
    package var signs: [Unicode.Scalar] { [separator, quote, newline] }
}
