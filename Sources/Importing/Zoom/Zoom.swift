import Basics
import Model

/// The chat of a meeting as saved by Zoom, on the user's disk or with a recording.
enum Zoom {
    static let importer = Importer(
        name: "zoom", title: "Zoom",
        summary: "the chat of a meeting, saved by Zoom as text (meeting_saved_chat.txt)",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claims { file in
            guard file.isText else { return false }
            let bytes = TextFile.decode(file.head).bytes
            let lines = Lines(bytes).lazy.filter { range in bytes[range].contains { $0 > 0x20 } }
            var heads = 0
            for (number, range) in lines.prefix(200).enumerated() {
                guard let head = ZoomLine(String(decoding: bytes[range], as: UTF8.self)) else {
                    if number == 0 { return false }
                    continue
                }
                // Lines without "From" look like those of many programs.
                heads += head.hasFrom ? 2 : 1
            }
            return heads >= 2
        }
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        func name(of path: String) -> String {
            let folder = Path.lastName(String(Path.folder(path).dropLast()))
            return folder.isEmpty ? Path.stem(path) : folder
        }
        try builder.chooseNamedFile(claim.files, name: name) { file, builder throws(ImportError) in
            let text = try sources.decoded(file)
            builder.conversation.kind = .group
            builder.isKindKnown = true
            let path = file.holds("/") ? file : (sources.name ?? "") + "/" + file
            var chat = ZoomChat(path: path)
            for range in Lines(text) {
                guard sources.budget.mayContinue else { throw .stopped }
                try chat.read(String(decoding: text[range], as: UTF8.self), &builder)
            }
            try chat.end(&builder)
        }
    }
}
