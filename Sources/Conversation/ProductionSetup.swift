/// How the load files of a production are written, by which platforms of e-discovery take it.
package struct ProductionSetup: Sendable, Equatable {
    /// What a load file tells of each document; named there in capitals.
    package enum Field: String, Sendable, CaseIterable {
        case begbates, endbates, begattach, endattach, custodian, from, to, datesent, timesent
        case timezone, conversation, msgcount, filename, sha256, nativepath, textpath, pagecount
    }

    /// What the load files are called, and the set of files that they tell of.
    package var volume = "VOL001"
    /// Between two fields, around each, and for a line end within one: Concordance's.
    package var separator: Unicode.Scalar = "\u{14}"
    package var quote: Unicode.Scalar = "\u{FE}"
    package var newline: Unicode.Scalar = "\u{AE}"
    package var fields = Field.allCases

    package init() {}

    /// The signs that no value can have.
    package var signs: [Unicode.Scalar] { [separator, quote, newline] }
}
