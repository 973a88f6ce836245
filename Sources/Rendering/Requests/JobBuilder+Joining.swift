import Basics
import Importing
import Model

extension JobBuilder {
    /// Reads several exports of one talk and joins them.
    func joined(
        _ upload: Upload, _ parameters: SplitParameters, _ control: RenderControl
    ) throws(Explanation) -> (RenderRequest, ImportReport?) {
        guard parameters.hints.joins else { throw ParameterFault.unjoined.explanation }
        var parts: [JoinPart] = []
        var warnings: [[Warning]] = []
        var report: ImportReport?
        for var one in [upload] + upload.others {
            one.others = []
            one.password = one.password ?? upload.password
            let (request, own) = try part(one, parameters, control)
            warnings.append(request.warnings)
            if report == nil { report = own }
            parts.append(
                JoinPart(
                    request.conversation, name: one.filename, format: own?.importer ?? "chatprint",
                    sha256: try digest(of: one, request.conversation, control),
                    unreadable: own?.entries.empty ?? 0))
        }
        let isGuess = warnings.map { $0.contains { $0.kind == .guessedSides } }
        // An export that knows "me" overrides the guesses of others.
        if zip(parts, isGuess).contains(where: { $0.conversation.me != nil && !$1 }) {
            for index in parts.indices where isGuess[index] {
                parts[index].conversation.me = nil
                warnings[index].removeAll { $0.kind == .guessedSides }
            }
        }
        var options = JoinOptions()
        options.same = parameters.hints.same
        options.isStrict = parameters.overrides.contains {
            $0.key == "strict" && $0.value == "true"
        }
        let joined: Joined
        do throws(JoinFault) {
            joined = try Importing.join(parts, options, budget: control.budget)
        } catch {
            try control.checkpoint()
            throw error.explanation
        }
        do throws(ConversationError) {
            let request = try ConversationDecoder.request(
                for: joined.conversation, overrides: parameters.overrides,
                warnings: warnings.joined() + joined.warnings, limits: limits)
            var whole = ImportReport(
                of: request.conversation, importer: report?.importer ?? "chatprint")
            whole.joined = joined.report
            return (request, whole)
        } catch {
            throw error.explanation
        }
    }

    /// Reads one of the exports. Those with one chat need not call it as the caller does.
    private func part(
        _ upload: Upload, _ parameters: SplitParameters, _ control: RenderControl
    ) throws(Explanation) -> (RenderRequest, ImportReport?) {
        // The settings of the request are those of the joined conversation.
        var own: SplitParameters = (parameters.from, parameters.hints, [])
        do throws(Explanation) {
            return try read(upload, own, control)
        } catch {
            guard error.type == .unknownChat, error.allowed.count == 1 else { throw error }
            own.hints.chat = nil
            return try read(upload, own, control)
        }
    }

    /// The digest of a file; of a folder, that of its conversation.
    private func digest(
        of upload: Upload, _ conversation: Conversation, _ control: RenderControl
    ) throws(Explanation) -> String {
        do throws(DigestFailure) {
            let hash = try SHA256()
            if upload.isFolder {
                try hash.update(conversation.json(includingMedia: false, budget: control.budget))
            } else if upload.isLarge, let name = upload.filename {
                let count = upload.files.size(of: name) ?? 0
                let bytes = ByteSource(count: count) { upload.files.range(of: name, $0) }
                var place = 0
                while place < count, let piece = bytes.piece(from: place), !piece.isEmpty {
                    try hash.update(piece)
                    place += piece.count
                }
            } else {
                try hash.update(upload.bytes)
            }
            return try hash.finish()
        } catch {
            throw .memory
        }
    }
}
