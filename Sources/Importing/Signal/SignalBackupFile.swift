import Basics
import Model
import Readers

/// The `.backup` file of Signal for Android: the rows of its database in encrypted frames, each
/// followed by its file if it has one. Files of attachments are read only for the selected chat.
struct SignalBackupFile {
    private static let omission =
        "Signal does not back up messages that disappear, nor media to view once"

    let file: String
    private let source: ByteSource
    private let header: Header
    private let keys: Keys
    let budget: WorkBudget

    private struct Header {
        private static let maxLength = 1024

        let vector: [UInt8]
        let salt: [UInt8]
        let version: Int
        let length: Int

        init?(_ head: [UInt8]) {
            guard head.count >= 4 else { return nil }
            let count = head[..<4].reduce(0) { $0 << 8 | Int($1) }
            guard count <= Self.maxLength, head.count >= 4 + count,
                let header = ProtobufFields(Array(head[4..<4 + count]))?.message(1),
                let vector = header.bytes(1), vector.count == 16,
                let salt = header.bytes(2), (16...64).contains(salt.count)
            else { return nil }
            self.vector = Array(vector)
            self.salt = Array(salt)
            version = header.integer(3) ?? 0
            length = 4 + count
        }
    }

    struct Keys {
        let cipher: [UInt8]
        let code: [UInt8]

        init(_ both: [UInt8]) {
            cipher = Array(both.prefix(32))
            code = Array(both.dropFirst(32))
        }
    }

    static func isBackup(_ head: [UInt8]) -> Bool { Header(head) != nil }

    static func read(
        _ file: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        try SignalBackupFile(file, builder.sources).read(&builder)
    }

    func read(_ builder: inout ConversationBuilder) throws(ImportError) {
        let rows = SignalRows(self, builder.sources)
        try rows.readAll()
        rows.warn(&builder)
        try SignalAccount.read(rows.entries(), omission: Self.omission, &builder)
    }

    init(_ file: String, _ sources: ExportFiles) throws(ImportError) {
        self.file = file
        budget = sources.budget
        source = try sources.sequence(of: file) ?? ByteSource([])
        guard let header = Header(sources.prefix(of: file, count: 2048)) else {
            throw .refused(file: file, reason: "is not a backup of Signal")
        }
        self.header = header
        guard header.version <= 1 else {
            throw .refused(
                file: file, reason: "has the version \(header.version), which is not supported")
        }
        guard let password = sources.password else {
            throw .locked(file: file, .needs(.passphrase))
        }
        let budget = budget
        let purpose = Array("Signal ".utf8) + header.salt
        keys = Keys(
            try password.key(for: purpose) { (password) throws(ImportError) in
                if let both = Self.key(from: password, header.salt, budget) { return both }
                throw budget.mayContinue ? .locked(file: file, .wrong(.passphrase)) : .stopped
            })
        var reader = frames()
        guard reader.next() != nil else {
            guard budget.mayContinue else { throw .stopped }
            throw .locked(file: file, .wrong(.passphrase))
        }
    }

    /// Returns both keys; nil if the passphrase has another form, or the budget is spent.
    static func key(
        from password: [UInt8], _ salt: [UInt8], _ budget: WorkBudget
    ) -> [UInt8]? {
        let digits = password.filter { $0 > 0x20 && $0 != UInt8(ascii: "-") }
        guard digits.count == 30, digits.allSatisfy(ASCII.isDigit),
            let long = RepeatedSHA512.key(
                from: digits, salt: salt, rounds: 250_000, budget: budget)
        else { return nil }
        return HKDF.key(from: Array(long[..<32]), info: Array("Backup Export".utf8), count: 64)
    }

    func frames() -> Frames { Frames(self) }

    /// A place in the file, and the counter of what is there.
    struct Mark {
        let place: Int
        let counter: UInt32
    }

    /// The frames of a backup file, in order.
    struct Frames {
        /// A row is shorter than 1 MiB, with the largest of texts.
        private static let maxLength = 2 << 20
        private static let codeLength = 10
        /// The number of bytes read at a time: longer files follow most frames.
        private static let readLength = 64 << 10

        private let backup: SignalBackupFile
        private var place: Int
        private var counter: UInt32
        private var buffer: [UInt8] = []
        private var start = 0
        /// The place of the last frame.
        private(set) var mark: Mark

        fileprivate init(_ backup: SignalBackupFile) {
            self.backup = backup
            place = backup.header.length
            counter = backup.header.vector[..<4].reduce(0) { $0 << 8 | UInt32($1) }
            mark = Mark(place: place, counter: counter)
        }

        var progress: Int { place }

        mutating func move(to mark: Mark) {
            place = mark.place
            counter = mark.counter
        }

        /// Returns the next frame, or nil if it is not whole or its code is wrong.
        mutating func next() -> ProtobufFields? {
            mark = Mark(place: place, counter: counter)
            let isSealed = backup.header.version > 0
            guard var length = bytes(4, at: place) else { return nil }
            if isSealed {
                guard let plain = backup.plain(length, counter: counter) else { return nil }
                length = plain
            }
            let count = length.reduce(0) { $0 << 8 | Int($1) }
            guard (Self.codeLength...Self.maxLength).contains(count),
                let frame = bytes(count, at: place + 4)
            else { return nil }
            let sealed = Array(frame.dropLast(Self.codeLength))
            // The code covers the length if it is encrypted, and the cipher goes on after it.
            let covered = isSealed ? (bytes(4, at: place) ?? []) + sealed : sealed
            guard let code = HMAC.code(of: covered, key: backup.keys.code),
                HMAC.areEqual(
                    Array(code.prefix(Self.codeLength)), Array(frame.suffix(Self.codeLength))),
                let plain = backup.plain(covered, counter: counter),
                let fields = ProtobufFields(isSealed ? Array(plain.dropFirst(4)) : plain)
            else { return nil }
            place += 4 + count
            counter &+= 1
            return fields
        }

        /// Skips the file that follows the last frame. Returns nil if it is not whole.
        mutating func skip(_ length: Int) -> Mark? {
            let end = backup.source.count - Self.codeLength
            guard length >= 0, place <= end, length <= end - place else { return nil }
            let mark = Mark(place: place, counter: counter)
            place += length + Self.codeLength
            counter &+= 1
            return mark
        }

        private mutating func bytes(_ count: Int, at place: Int) -> [UInt8]? {
            if place < start || place + count > start + buffer.count {
                let rest = max(0, backup.source.count - place)
                guard
                    let more = backup.source.bytes(
                        min(max(count, Self.readLength), rest), at: place)
                else { return nil }
                (buffer, start) = (more, place)
            }
            guard place + count <= start + buffer.count else { return nil }
            return Array(buffer[place - start..<place - start + count])
        }
    }

    private func vector(_ counter: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> UInt32($0)) }
            + header.vector[4...]
    }

    private func plain(_ bytes: [UInt8], counter: UInt32) -> [UInt8]? {
        try? AES.counted(bytes, key: keys.cipher, start: vector(counter))
    }

    func contents(at mark: Mark, count: Int) -> ByteSource {
        let vector = vector(mark.counter)
        let (source, keys, budget) = (source, keys, budget)
        return source.counted(key: keys.cipher, start: vector, at: mark.place, count: count)
            .verified {
                let end = mark.place + count
                guard let code = source.bytes(10, at: end) else { return false }
                return source.hasCode(
                    code, of: mark.place..<end, after: vector, key: keys.code, budget: budget)
            }
    }

    var count: Int { source.count }
}
