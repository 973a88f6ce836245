import Basics
import Importing
import Layout
import Model
import Themes

extension JobBuilder {
    /// Rejects options that would remove evidence from an evidence document.
    func expectProof(of job: RenderJob) throws(Explanation) {
        guard job.theme.frames == nil else { throw OptionConflict.evidenceInFrames.explanation }
        guard job.format.has(.signable) else { return }
        guard job.output.isArchival else { throw OptionConflict.evidenceNotArchival.explanation }
        guard job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.evidence).explanation
        }
        guard job.output.page.size != .endless else {
            throw OptionConflict.evidenceOnEndlessPage.explanation
        }
    }

    func origin(
        of upload: Upload, _ request: RenderRequest, _ prepared: PreparedRequest,
        _ importer: String?, base: String
    ) throws(Explanation) -> JobOrigin {
        let title = JobBuilder.importers.first { $0.name == importer }?.title
        let stated = request.theme?["extends"]?.string
        let extended = stated == ThemeCatalog.automatic ? nil : stated
        let look: String =
            switch request.theme {
            case .string(ThemeCatalog.automatic)?: base
            case .string(let name)?: name
            case .object?: (extended ?? base) + " (changed)"
            case .null?, .bool?, .number?, .array?, nil: base
            }
        var origin = JobOrigin(
            name: prepared.sourceName, source: try upload.inMemory().bytes,
            format: title ?? "Chatprint JSON", program: program, look: look,
            settings: request.settings, drawing: prepared.drawing ?? DrawingSettings([:]),
            total: prepared.total)
        origin.gaps = prepared.omissions.map { omission in
            SheetFacts.Gap(
                numbers: omission.numbers,
                criterion: criterion(omission.pointer, of: request.options.filter))
        }
        return origin
    }

    /// Returns a criterion such as "after=2026-05-31T09:40:00Z". Names and search terms are
    /// omitted, because they may be confidential.
    private func criterion(_ pointer: String, of filter: Options.Filter) -> String {
        let name = pointer.replacing("/options/filter/", with: "").replacing("/", with: ".")
        let value: String? =
            switch name {
            case "after": filter.after?.text
            case "before": filter.before?.text
            case "limit": filter.limit.map { String($0) }
            default: nil
            }
        return [name, value].compactMap { $0 }.joined(separator: "=")
    }
}
