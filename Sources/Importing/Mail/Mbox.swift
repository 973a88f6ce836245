import Basics
import Model

/// Several mails in one file (RFC 4155), each after a line that begins with "From ".
enum Mbox {
    static let importer = Importer(
        name: "mbox", title: "mail (mbox)", summary: "an mbox file: several mails in one file",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimsSorted { file in
            let lines = Lines(file.head).drop { $0.isEmpty }.prefix(2).map { file.head[$0] }
            // The fields of a mail must follow immediately: "From 10 to 12 we talk" is not a
            // separator.
            return lines.count == 2 && lines[0].starts(with: opening) && isField(lines[1])
        }
    }

    private static let opening = Array("From ".utf8)

    /// Returns whether a line is a field, `Name: value`.
    private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
        let name = line.prefix { byte in
            ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-")
        }
        return !name.isEmpty && name.count < 80 && name.endIndex < line.endIndex
            && line[name.endIndex] == UInt8(ascii: ":")
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let bytes = try sources.document(file)
            builder.needsSorting = true
            var box = MailBox(bytes: bytes)
            for range in mails(in: bytes) {
                guard sources.budget.mayContinue else { throw .stopped }
                try box.add(MailMessage(bytes, in: range), &builder)
            }
            box.end(&builder)
        }
    }

    /// Returns the ranges of the mails without their separator lines. A separator is the first line
    /// or follows an empty line.
    private static func mails(in bytes: [UInt8]) -> [Range<Int>] {
        var mails: [Range<Int>] = []
        var start: Int?
        var isAfterBlank = true
        for line in Lines(bytes) {
            if isAfterBlank, bytes[line].starts(with: opening) {
                if let start { mails.append(start..<line.lowerBound) }
                let next = bytes[line.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 }
                start = next ?? bytes.count
            }
            isAfterBlank = line.isEmpty
        }
        if let start { mails.append(start..<bytes.count) }
        return mails
    }
}
