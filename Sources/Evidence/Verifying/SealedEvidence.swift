package import Basics

/// An evidence document as originally written, prepared for redrawing.
package struct SealedEvidence: Sendable {
    /// The document, with zeros instead of a signature's bytes.
    package let bytes: [UInt8]
    package let files: [String: [UInt8]]
    package let manifest: JSONValue
    /// The size of the space for a signature in bytes, or nil if the document has none.
    package let signatureRoom: Int?

    package var drawing: JSONValue? { manifest["drawing"] }

    /// The entries in the manifest's list of files.
    package var entries: [JSONValue] { manifest["files"]?.array ?? [] }
}

extension SealedEvidence {
    /// Compares the document with a redrawn one.
    ///
    /// - Parameters:
    ///   - drawn: another document of the same conversation whose bytes differ.
    ///   - program: the name and version of the program that drew it.
    ///   - limit: the maximum number of decompressed bytes to read of each document.
    package func compared(
        with drawn: [UInt8], by program: String, limit: Int,
        budget: WorkBudget
    ) throws(Verifier.Failure) -> RedrawFinding {
        do throws(PDFReadFault) {
            let own = try PDFObjects(bytes, limit: limit, budget: budget)
            let other = try PDFObjects(drawn, limit: limit, budget: budget)
            let comparison = try DocumentComparison(own, other, budget: budget)
            if comparison.differences.isEmpty { return RedrawFinding(.repacked) }
            let drawnManifest = try manifest(of: drawn, limit: limit, budget)
            let reasons = environments(beside: drawnManifest, of: program)
            var finding = RedrawFinding(reasons.isEmpty ? .different : .otherVersion)
            finding.reasons = reasons
            if !reasons.isEmpty {
                let text = try DocumentText(of: own, budget: budget)
                let counterpart = try DocumentText(of: other, budget: budget)
                finding.pages = text.pages(
                    differingFrom: counterpart, without: Self.zoneData(in: manifest),
                    Self.zoneData(in: drawnManifest))
                finding.parts = try DocumentFrame(of: own, budget: budget).parts(
                    differingFrom: DocumentFrame(of: other, budget: budget))
                finding.add(
                    try GlyphShapes(of: own, budget: budget).compared(
                        with: GlyphShapes(of: other, budget: budget)))
            }
            finding.differences = comparison.differences
            finding.comparedPages = comparison.pages
            let others = Set(
                comparison.differences.compactMap { part -> Int? in
                    if case .page(let number, .content) = part { number } else { nil }
                })
            finding.equalPages = comparison.pages - others.count
            return finding
        } catch {
            throw error == .stopped ? .stopped : .unreadable(error)
        }
    }

    /// Reads the text of the pages and searches for the messages in it. The same text in the same
    /// order is found regardless of the program that drew the pages.
    package func readingPages(
        for messages: some Sequence<ShownMessage>, limit: Int, budget: WorkBudget
    ) throws(Verifier.Failure) -> TextFinding {
        do throws(PDFReadFault) {
            let objects = try PDFObjects(bytes, limit: limit, budget: budget)
            let text = try DocumentText(of: objects, budget: budget)
            return try TextFinding(messages, in: text, budget: budget)
        } catch {
            throw error == .stopped ? .stopped : .unreadable(error)
        }
    }

    /// Returns the names of the differing parts of the two documents' environments.
    private func environments(beside other: JSONValue?, of program: String) -> [String] {
        guard let other else { return ["manifest"] }
        let (one, two) = (manifest["environment"], other["environment"])
        let names = Set((one?.members ?? []).map(\.key) + (two?.members ?? []).map(\.key))
        // A font file that could not be read is not known to be equal.
        let hasUnknownFont = [one, two].contains { environment in
            environment?["fonts"]?.array?.contains { $0["sha256"]?.string == nil } ?? true
        }
        let differing = names.sorted().filter { name in
            guard name != "program" else { return false }
            return one?[name] != two?[name] || name == "fonts" && hasUnknownFont
        }
        let isSameProgram = [manifest["program"], one?["program"]].allSatisfy {
            $0?.string == program
        }
        return (isSameProgram ? [] : ["program"]) + differing
    }

    private func manifest(
        of drawn: [UInt8], limit: Int, _ budget: WorkBudget
    ) throws(PDFReadFault) -> JSONValue? {
        let files = try EmbeddedFiles(of: drawn, limit: limit, budget: budget).files
        guard let bytes = files[Manifest.fileName] else { return nil }
        do throws(JSONError) {
            return try JSONValue(parsing: bytes, budget: budget)
        } catch {
            // Without memory or time, the environments would only seem to differ.
            guard error != .stopped else { throw .stopped }
            return nil
        }
    }

    /// Returns the text on the page of facts about the version of the time zone data. All other
    /// text of the page is in the manifest.
    private static func zoneData(in manifest: JSONValue?) -> String {
        "tzdata" + (manifest?["environment"]?["zoneinfo"]?.string ?? "")
    }
}
