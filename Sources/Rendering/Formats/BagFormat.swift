import Basics
import Layout
import Model

/// A conversation for archives: the received source, the conversation as JSON, its media and its
/// documents, as a bag (RFC 8493) in a ZIP. A redacted bag contains no originals.
struct BagFormat {
    let job: RenderJob
    let documents: DividedFormat
    let control: RenderControl

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let pages = try documents.counted(job.limits, on: worker)
        let report = try documents.report(of: job, as: job.format, pages, on: worker)
        do {
            let sink = sink.begin(report)
            var folder = BagFolder(name, control)
            try folder.tag("bagit.txt", Bag.declaration, to: sink)
            try addSource(to: &folder, sink)
            try addConversation(to: &folder, sink)
            try documents.deliver(pages, on: worker) { part, bytes in
                try folder.payload(
                    documentName(of: part), in: ["documents"], bytes, .stored, to: sink)
            }
            try control.check()
            try folder.finish(info, to: sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private var name: String {
        let name = ConversationFiles.clean(job.output.filename ?? "chat")
        return name.isEmpty ? "chat" : name
    }

    private func documentName(of part: DividedFormat.Part) -> String {
        (job.output.splitBy == nil ? name : part.name) + ".pdf"
    }

    private func addSource(to folder: inout BagFolder, _ sink: ByteSink) throws {
        guard let source = job.source, !job.conversation.isRedacted else { return }
        let stated = source.name.map(ConversationFiles.clean) ?? ""
        let ending = MediaFile.type(of: source.bytes).ending
        try control.check()
        try folder.payload(
            stated.isEmpty ? "received" + ending : stated, in: ["source"], source.bytes, .deflated,
            to: sink)
    }

    private func addConversation(to folder: inout BagFolder, _ sink: ByteSink) throws {
        let files = ConversationFiles(job.conversation, control.budget)
        let room = job.conversation.jsonBytes(includingMedia: false)
        try control.check(taking: room)
        defer { control.budget.release(room) }
        let json = job.conversation.json(
            includingMedia: false, fileNames: files.names.mapValues { "media/" + $0 },
            budget: control.budget)
        try control.check()
        try folder.payload("conversation.json", json, .deflated, to: sink)
        for file in files.files {
            try control.check()
            try folder.payload(
                file.name, in: ["media"], job.conversation.media[file.media].bytes, .stored,
                to: sink)
        }
    }

    /// The fields of `bag-info.txt`.
    private var info: [(label: String, value: String)] {
        var info = job.output.bagInfo.map { ($0.label.field, $0.value) }
        // The day in the caller's time zone.
        if let created = job.output.created {
            info.append(("Bagging-Date", String(created.text.prefix(10))))
        }
        return info + [("Bag-Software-Agent", job.program)]
    }

    /// A warning that the bag does not contain what was received.
    static func lossWarning(in job: RenderJob) -> Warning? {
        if job.conversation.isRedacted {
            return Warning(
                .unsupported, at: "",
                "the bag contains neither the source nor media: parts of the conversation are redacted"
            )
        }
        let facts = [
            job.source == nil ? "the bag does not contain the source, which was a folder" : nil,
            job.omittedFiles,
        ].compactMap { $0 }
        return facts.isEmpty
            ? nil : Warning(.unsupported, at: "", facts.joined(separator: "; "))
    }
}

/// Writes a bag into one folder of an archive.
private struct BagFolder {
    private let name: String
    private let control: RenderControl
    private var archive = ZIPWriter()
    private var files = Bag()
    private var tags = Bag()

    init(_ name: String, _ control: RenderControl) {
        self.name = name
        self.control = control
    }

    mutating func payload(
        _ file: String, in folders: [String] = [], _ bytes: [UInt8], _ method: ZIPWriter.Method,
        to sink: ByteSink
    ) throws {
        let path = ["data"] + folders
        try files.add(ZIPWriter.path(path + [file]), bytes)
        try archive.add(file, in: [name] + path, bytes, method, to: sink) { try control.check() }
    }

    mutating func tag(_ file: String, _ bytes: [UInt8], to sink: ByteSink) throws {
        try tags.add(file, bytes)
        try archive.add(file, in: [name], bytes, .deflated, to: sink) { try control.check() }
    }

    consuming func finish(
        _ info: [(label: String, value: String)], to sink: ByteSink
    ) throws {
        try tag("bag-info.txt", Bag.info(info + [("Payload-Oxum", files.oxum)]), to: sink)
        try tag("manifest-sha256.txt", files.manifest, to: sink)
        try archive.add(
            "tagmanifest-sha256.txt", in: [name], tags.manifest, .deflated, to: sink)
        try archive.finish(to: sink)
    }
}

/// The tag files of a bag (RFC 8493): digests, counts, and facts about the sender.
struct Bag {
    private var lines: [String] = []
    private var bytes = 0

    static let declaration = Array("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8)

    mutating func add(_ path: String, _ content: [UInt8]) throws {
        let digest = Hexadecimal.text(of: try SHA256.digest(of: content))
        lines.append(digest + "  " + Self.encoded(path))
        bytes += content.count
    }

    /// The manifest, sorted by path.
    var manifest: [UInt8] {
        let sorted = lines.sorted { $0.dropFirst(66) < $1.dropFirst(66) }
        return Array(sorted.map { $0 + "\n" }.joined().utf8)
    }

    /// The payload's octets and file count, in the notation of `bag-info.txt` (2.2.2).
    var oxum: String { "\(bytes).\(lines.count)" }

    /// Returns the fields of `bag-info.txt`, one per line.
    static func info(_ fields: [(label: String, value: String)]) -> [UInt8] {
        let lines = fields.map { label, value in
            let text = value.split(whereSeparator: \.isNewline).joined(separator: " ")
            return label + ": " + text + "\n"
        }
        return Array(lines.joined().utf8)
    }

    /// Percent-encodes line ends and the percent sign (2.1.3).
    static func encoded(_ path: String) -> String {
        var encoded = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case "%": encoded += "%25"
            case "\n": encoded += "%0A"
            case "\r": encoded += "%0D"
            default: encoded.unicodeScalars.append(scalar)
            }
        }
        return encoded
    }
}
