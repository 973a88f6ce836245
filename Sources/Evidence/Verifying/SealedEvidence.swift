package import JSON
package import Resources

/// A document for evidence as it was written, taken apart for drawing it again.
package struct SealedEvidence: Sendable {
    /// With zeros where it has a signature's own bytes.
    package let bytes: [UInt8]
    package let files: [String: [UInt8]]
    package let manifest: JSONValue
    /// How many bytes the signature's room has; nil in a document that was not made to be signed.
    package let signatureRoom: Int?

    package var drawing: JSONValue? { manifest["drawing"] }

    /// The entries of the manifest's list of files.
    package var entries: [JSONValue] { manifest["files"]?.array ?? [] }
}

extension SealedEvidence {
    /// Compares the document with the same drawn again.
    ///
    /// - Parameters:
    ///   - drawn: another document of the same conversation, not the same byte by byte.
    ///   - limit: bytes, once inflated, of all that is read of each.
    package func compared(
        with drawn: [UInt8], limit: Int, allowance: Allowance
    ) throws(Verifier.Failure) -> RedrawFinding {
        do throws(PDFReadFault) {
            let own = try PDFObjects(bytes, limit: limit, allowance: allowance)
            let other = try PDFObjects(drawn, limit: limit, allowance: allowance)
            let comparison = try DocumentComparison(own, other, allowance: allowance)
            if comparison.differences.isEmpty { return RedrawFinding(.repacked) }
            let reasons = try environments(beside: drawn, limit: limit, allowance)
            var finding = RedrawFinding(reasons.isEmpty ? .different : .otherVersion)
            finding.reasons = reasons
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

    /// Reads the text of the pages and looks for the messages in it. The same text in the same order is found whatever
    /// drew the pages.
    package func readingPages(
        limit: Int, allowance: Allowance
    ) throws(Verifier.Failure) -> TextFinding {
        let numbers = (manifest["messages"]?.array ?? []).map { $0["number"]?.int ?? 0 }
        let messages: [ConversationText.Message]
        do throws(MessageChain.Fault) {
            messages = try ConversationText(
                files[Manifest.conversationName] ?? [], numbers: numbers, allowance: allowance
            ).messages
        } catch {
            switch error {
            case .memory: throw .memory
            case .stopped: throw .stopped
            // Which is a finding of its own.
            case .json, .noMessages: messages = []
            }
        }
        do throws(PDFReadFault) {
            let objects = try PDFObjects(bytes, limit: limit, allowance: allowance)
            var letters: [Unicode.Scalar] = []
            for page in try PDFPages(of: objects, allowance: allowance).all {
                let text = try PageText(page, in: objects, allowance: allowance).text
                guard allowance.takes(4 * text.utf8.count) else { throw .stopped }
                letters += ConversationText.letters(of: text)
            }
            return TextFinding(messages, in: letters)
        } catch {
            throw error == .stopped ? .stopped : .unreadable(error)
        }
    }

    /// What the two documents depend on and does not agree.
    private func environments(
        beside drawn: [UInt8], limit: Int, _ allowance: Allowance
    ) throws(PDFReadFault) -> [String] {
        let files = try EmbeddedFiles(of: drawn, limit: limit, allowance: allowance).files
        guard let bytes = files[Manifest.fileName],
            let other = try? JSONValue(parsing: bytes, allowance: allowance)
        else { return ["manifest"] }
        let (one, two) = (manifest["environment"], other["environment"])
        let names = Set((one?.members ?? []).map(\.key) + (two?.members ?? []).map(\.key))
        return names.sorted().filter { one?[$0] != two?[$0] }
    }
}
