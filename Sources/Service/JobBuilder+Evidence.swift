import Conversation
import Importing
import JSON
import Layout
import Rendering
import Theme

extension JobBuilder {
    /// What is to prove something must hold what proves it.
    func expectProof(of job: RenderJob) throws(Problem) {
        func refuse(_ detail: String, at pointer: String) -> Problem {
            Problem(.invalid, detail).at(pointer)
        }
        guard job.theme.frames == nil else {
            throw refuse(
                "A look with frames of a fixed size cannot show all details of the profile \"evidence\". "
                    + "Use \"print\".", at: "/theme")
        }
        guard job.format.has(.signable) else { return }
        guard job.output.isArchival else {
            throw refuse(
                "The profile \"evidence\" attaches digests to the document, which \"archival\": false excludes.",
                at: "/output/archival")
        }
        guard job.output.engine == .chatprint else {
            throw refuse(
                "The engine \"cairo\" does not support the profile \"evidence\".",
                at: "/output/engine")
        }
        guard job.output.page.size != .endless else {
            throw refuse(
                "The profile \"evidence\" needs pages, but \"page.size\" is endless.",
                at: "/output/page/size")
        }
    }

    func origin(
        of upload: Upload, _ request: RenderRequest, _ prepared: PreparedRequest,
        _ importer: String?, base: String
    ) throws(Problem) -> JobOrigin {
        let title = JobBuilder.importers.first { $0.name == importer }?.title
        let stated = request.theme?["extends"]?.string
        let extended = stated == ThemeCatalogue.automatic ? nil : stated
        let look: String =
            switch request.theme {
            case .string(ThemeCatalogue.automatic)?: base
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

    /// "after=2026-05-31T09:40:00Z". Names and words that were looked for may be such as nobody is
    /// to see.
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
