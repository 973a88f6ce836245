import Basics
import FoundationEssentials
import Model
import Rendering
import Service
import System

/// The destination of a job's output, determined before its input is read.
struct BatchTarget {
    let path: String
    /// The format of the output, or of its parts if it is divided.
    let format: Output.Format

    init(of job: BatchEntry, _ options: Batch.BatchOptions) throws(Explanation) {
        format = try BatchTarget.format(of: job, options)
        let name: String
        if let output = job.output {
            name = output
        } else {
            let division = (options.parameters + job.parameters)["split_by", "output.split_by"]
            let isDivided = division != nil
            name = try BatchTarget.name(of: job.id) + (isDivided ? ".zip" : "." + format.ending)
        }
        guard let folder = options.folder else {
            path = name
            return
        }
        // The caller chooses the folder, but a job may come from an untrusted source.
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !steps.contains("..") else {
            throw Explanation.job(
                "\"output\" must stay in the folder of --output.", at: "/output")
        }
        path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    var existingBytes: Int? {
        guard let facts = FileFacts(path), facts.kind == .file else { return nil }
        return facts.bytes
    }

    var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    func open() throws(Explanation) -> OutputFile {
        let folder = folder
        do {
            if !FileManager.default.fileExists(atPath: folder) {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true)
            }
        } catch {
            throw Explanation(.outputFailed, "\(folder) cannot be created.")
        }
        do throws(CommandFailure) {
            return try OutputFile(path)
        } catch {
            throw Explanation.unwritable(error)
        }
    }

    /// The format specified by the job, the file's extension or the command; otherwise PNG.
    private static func format(
        of job: BatchEntry, _ options: Batch.BatchOptions
    ) throws(Explanation) -> Output.Format {
        if let name = job.parameters["format", "output.format"] {
            return try known(name, at: "/format", "\"format\" is")
        }
        if let output = job.output {
            let file = output.split(separator: "/").last ?? ""
            guard let dot = file.lastIndex(of: ".") else {
                return try known("", at: "/output", "\"output\" has the extension")
            }
            let ending = String(file[file.index(after: dot)...])
            // The extension .zip is ambiguous between several archive formats.
            if let format = options.format, format.isArchive, ending.lowercased() == format.ending {
                return format
            }
            return try known(ending, at: "/output", "\"output\" has the extension")
        }
        return options.format ?? .png
    }

    private static func known(
        _ name: String, at pointer: String, _ subject: String
    ) throws(Explanation) -> Output.Format {
        if let format = Output.Format(ending: name) { return format }
        let formats = Output.Format.allCases.map(\.rawValue)
        var problem = Explanation.job(
            "\(subject) \"\(String(name.prefix(60)))\", but must be one of \(formats.joined(separator: ", ")).",
            at: pointer)
        problem.allowed = formats
        throw problem
    }

    /// Returns an ID as a file name, unchanged so that two IDs never become one name.
    private static func name(of id: JSONValue?) throws(Explanation) -> String {
        let name = id?.string ?? id?.number?.text ?? ""
        let isName =
            (1...200).contains(name.utf8.count) && !name.hasPrefix(".")
            && !name.unicodeScalars.contains { $0.value < 0x20 || $0 == "/" || $0.value == 0x7F }
        guard isName else {
            throw Explanation.job(
                "The ID is not a valid file name. Set \"output\".", at: "/id")
        }
        return name
    }
}
