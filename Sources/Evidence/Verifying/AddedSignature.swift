import Basics

/// Checks that the data added after a document is only a signature: no page, file or message may
/// differ.
struct AddedSignature {
    /// The parts that signers change: the signature's field, certificates for later validation, and
    /// dates.
    private static let allowed: Set<DocumentPart> = [
        .form, .metadata, .information, .catalog("DSS"), .catalog("Extensions"),
        .catalog("Version"),
    ]

    private(set) var differences: [DocumentPart] = []

    init(
        to document: [UInt8], in file: [UInt8], limit: Int, budget: WorkBudget
    ) throws(PDFReadFault) {
        let before = try PDFObjects(document, limit: limit, budget: budget)
        let after = try PDFObjects(file, limit: limit, budget: budget)
        let comparison = try DocumentComparison(before, after, budget: budget)
        let pages = (
            before: try PDFPages(of: before, budget: budget).all,
            after: try PDFPages(of: after, budget: budget).all
        )
        for part in comparison.differences where !Self.allowed.contains(part) {
            guard case .page(let number, .annotations) = part else {
                differences.append(part)
                continue
            }
            let own = try before.value(pages.before[number - 1].entries["Annots"]).array ?? []
            let others = try after.value(pages.after[number - 1].entries["Annots"]).array ?? []
            guard own.count < others.count, zip(own, others).allSatisfy(Self.isSame) else {
                differences.append(part)
                continue
            }
            for added in others.dropFirst(own.count) {
                guard try after.value(added).dictionary?.isInvisibleField(in: after) != true
                else { continue }
                differences.append(part)
                break
            }
        }
    }

    private static func isSame(_ one: PDFValue, _ other: PDFValue) -> Bool {
        guard case .reference(let one) = one, case .reference(let other) = other else {
            return false
        }
        return one == other
    }
}
