/// The operators of content streams that this program writes (ISO 32000-1, annex A).
enum PageOperator {
    /// The operands of each operator: `n` for a number and `x` for another value.
    private static let operands: [String: String] = [
        "q": "", "Q": "", "cm": "nnnnnn", "gs": "x", "Do": "x", "sh": "x", "cs": "x", "scn": "x",
        "rg": "nnn", "RG": "nnn", "g": "n", "G": "n", "w": "n", "d": "xn", "J": "n", "j": "n",
        "m": "nn", "l": "nn", "c": "nnnnnn", "re": "nnnn", "h": "", "W": "", "f": "", "S": "",
        "n": "", "BT": "", "ET": "", "Tm": "nnnnnn", "Td": "nn", "Tr": "n", "Tc": "n", "Tf": "xn",
        "Tj": "x", "TJ": "x", "BMC": "x", "BDC": "xx", "EMC": "",
    ]

    /// Returns whether this program writes the operator with such operands. Readers differ in how
    /// they interpret others.
    static func isKnown(_ name: String, _ values: [PDFValue]) -> Bool {
        guard let kinds = operands[name], kinds.utf8.count == values.count else { return false }
        return zip(kinds, values).allSatisfy { ($0 == "n") == ($1.double != nil) }
    }
}
