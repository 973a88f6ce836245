import Basics
import Model
import Readers

/// The backup folder of Signal for Android, `signal-backup-2026-01-02-10-00-00` with the files
/// `metadata`, `main` and `files`, beside the folder `files` that all backups share.
///
/// Its entries are those of Signal's own export in protobuf's encoding, in a gzip file that is
/// encrypted with keys of the recovery key.
struct SignalBackup {
    static let metadata = "metadata"
    private static let omission =
        "Signal does not back up messages that disappear within a day, nor media to view once"

    private let file: String
    private let main: ByteSource
    private let keys: Keys
    private let budget: WorkBudget
    private let onProgress: @Sendable (_ done: Int, _ all: Int) -> Void

    /// The identifier that keys are derived from, encrypted with another key of the recovery key.
    private struct Identifier {
        let vector: [UInt8]
        let sealed: [UInt8]

        init?(metadata bytes: [UInt8]) {
            guard let fields = ProtobufFields(bytes), fields.integer(1) != nil,
                let identifier = fields.message(2), let vector = identifier.bytes(1),
                let sealed = identifier.bytes(2), vector.count == 12,
                (1...64).contains(sealed.count)
            else { return nil }
            self.vector = Array(vector)
            self.sealed = Array(sealed)
        }
    }

    private struct Keys {
        let code: [UInt8]
        let cipher: [UInt8]

        /// - Parameter secret: the recovery key as it is shown, with or without spaces.
        init?(_ secret: [UInt8], _ identifier: Identifier) {
            var key = secret.filter { $0 > 0x20 && $0 != UInt8(ascii: "-") }
            for index in key.indices {
                switch key[index] {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): key[index] |= 0x20
                // Shown in place of letters that look alike.
                case UInt8(ascii: "#"): key[index] = UInt8(ascii: "o")
                case UInt8(ascii: "="): key[index] = UInt8(ascii: "0")
                default: break
                }
            }
            guard key.count == 64,
                let root = Self.key(from: key, for: "20240801_SIGNAL_BACKUP_KEY"),
                let opening = Self.key(
                    from: root, for: "20241011_SIGNAL_LOCAL_BACKUP_METADATA_KEY"),
                let id = try? AES.counted(
                    identifier.sealed, key: opening, start: identifier.vector + [0, 0, 0, 0]),
                let both = Self.key(
                    from: root, for: "20241007_SIGNAL_BACKUP_ENCRYPT_MESSAGE_BACKUP:", id,
                    count: 64)
            else { return nil }
            code = Array(both[..<32])
            cipher = Array(both[32...])
        }

        private static func key(
            from root: [UInt8], for purpose: String, _ id: [UInt8] = [], count: Int = 32
        ) -> [UInt8]? {
            HKDF.key(from: root, info: Array(purpose.utf8) + id, count: count)
        }
    }

    static func isMetadata(_ file: Probe.File) -> Bool {
        Path.lastName(file.name) == metadata && Identifier(metadata: file.head) != nil
    }

    /// Whether a file is the backup that the app stores on Signal's servers.
    static func isOfServers(_ head: [UInt8]) -> Bool { head.starts(with: "SBACKUP".utf8) }

    static func read(
        _ metadata: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let backup = try SignalBackup(metadata, builder.sources)
        let entries = SignalFrames(
            file: backup.file, limit: builder.options.limits.documentBytes, budget: backup.budget,
            backup.inflated)
        try SignalAccount.read(entries, omission: omission, &builder)
    }

    private init(_ metadata: String, _ sources: ExportFiles) throws(ImportError) {
        file = Path.folder(metadata) + "main"
        budget = sources.budget
        onProgress = sources.onReading
        guard sources.index[file] != nil else {
            throw .refused(file: metadata, reason: "has no file main beside it")
        }
        guard let secret = sources.password else {
            throw .locked(file: file, .needs(.recoveryKey))
        }
        let head = sources.prefix(of: metadata, count: 4096)
        guard let identifier = Identifier(metadata: head),
            let keys = secret.use({ Keys($0, identifier) })
        else { throw .locked(file: file, .wrong(.recoveryKey)) }
        self.keys = keys
        main = try sources.sequence(of: file) ?? ByteSource([])
        try check()
    }

    private static let vectorLength = 16
    private static let codeLength = 32

    /// The number of bytes before the code.
    private var end: Int { main.count - Self.codeLength }

    private func check() throws(ImportError) {
        guard end - Self.vectorLength >= 16 else {
            throw .refused(file: file, reason: "is incomplete: copy the backup again")
        }
        // The first block tells a wrong key at once.
        guard let start = contents.read(0..<16), start.starts(with: [0x1F, 0x8B]) else {
            guard main.bytes(16, at: 0) != nil else { throw .unreadable(file: file, offset: 0) }
            throw .locked(file: file, .wrong(.recoveryKey))
        }
        guard let code = main.bytes(Self.codeLength, at: end),
            main.hasCode(code, of: 0..<end, key: keys.code, budget: budget)
        else {
            guard budget.mayContinue else { throw .stopped }
            throw .refused(file: file, reason: "is damaged: copy the backup again")
        }
    }

    private var contents: ByteSource {
        // Without the rest of a block, which only a damaged file has.
        let length = (end - Self.vectorLength) & ~15
        return main.unchained(key: keys.cipher, at: 0, count: length)
    }

    private func inflated() -> GzipStream {
        let (contents, onProgress) = (contents, onProgress)
        var place = 0
        return GzipStream {
            let piece = contents.piece(from: place)
            place += piece?.count ?? 0
            onProgress(place, contents.count)
            return piece
        }
    }
}

/// The entries of a backup, each after its length.
struct SignalFrames: SignalEntries {
    /// A message is shorter than 200 KiB, and a group of 1,000 people than 100 KiB.
    private static let maxLength = 2 << 20

    private let file: String
    private let budget: WorkBudget
    private let window: Window
    private var frame: [UInt8] = []
    private(set) var place = 0..<0

    /// - Parameter open: returns the inflated backup from its beginning.
    init(
        file: String, limit: Int, budget: WorkBudget, _ open: @escaping () -> GzipStream
    ) {
        self.file = file
        self.budget = budget
        window = Window(file: file, limit: limit, open)
    }

    /// The part of the inflated backup that is being read, which all copies share.
    private final class Window {
        private let file: String
        private let limit: Int
        private let open: () -> GzipStream
        private var stream: GzipStream
        private var bytes: ArraySlice<UInt8> = []
        /// The place of the first of the bytes.
        private var start = 0

        init(file: String, limit: Int, _ open: @escaping () -> GzipStream) {
            self.file = file
            self.limit = limit
            self.open = open
            stream = open()
        }

        /// Returns bytes from a place, fewer at the end.
        func bytes(_ count: Int, at place: Int) throws(ImportError) -> ArraySlice<UInt8> {
            if place < start {
                stream = open()
                bytes = []
                start = 0
            }
            while start + bytes.count < place + count {
                if start + bytes.count <= place {
                    start += bytes.count
                    bytes = []
                } else if place > start {
                    bytes = bytes.dropFirst(place - start)
                    start = place
                }
                let more: ArraySlice<UInt8>
                do throws(Inflater.Fault) {
                    more = try stream.read()
                } catch {
                    throw .refused(file: file, reason: "is damaged: copy the backup again")
                }
                if more.isEmpty { break }
                bytes += more
                guard start + bytes.count <= limit else {
                    throw .limit(
                        .documentBytes, limit: limit, actual: start + bytes.count, at: file)
                }
            }
            return bytes.dropFirst(place - start).prefix(count)
        }
    }

    mutating func next() throws(ImportError) -> Bool {
        let isFirst = place.upperBound == 0
        guard try advance() else { return false }
        // The first one describes the backup.
        return isFirst ? try next() : true
    }

    private mutating func advance() throws(ImportError) -> Bool {
        guard budget.mayContinue else { throw .stopped }
        let start = place.upperBound
        var head = try window.bytes(10, at: start)
        guard !head.isEmpty else { return false }
        let available = head.count
        guard let length = ProtobufFields.varint(&head), length <= UInt64(Self.maxLength) else {
            throw damage(at: start)
        }
        let first = start + available - head.count
        let bytes = try window.bytes(Int(length), at: first)
        guard bytes.count == Int(length) else { throw damage(at: start) }
        frame = Array(bytes)
        place = start..<first + frame.count
        return true
    }

    private func damage(at place: Int) -> ImportError {
        .refused(file: file, reason: "has an invalid entry at byte \(place) of its contents")
    }

    var isItem: Bool { frame.first == 4 << 3 | 2 }

    private func fields() throws(ImportError) -> ProtobufFields {
        guard let fields = ProtobufFields(frame) else { throw damage(at: place.lowerBound) }
        return fields
    }

    func value() throws(ImportError) -> JSONValue {
        let value = SignalSchema.value(try fields(), of: "Frame")
        FieldLog.current?.saw(value)
        return value
    }

    func item() throws(ImportError) -> (
        chat: String?, value: () throws(ImportError) -> JSONValue
    ) {
        let fields = try fields()
        let chat = fields.message(4)?.integer(1).map(String.init)
        return (chat, { () throws(ImportError) in SignalSchema.value(fields, of: "Frame") })
    }

    func values(in place: Range<Int>) throws(ImportError) -> [JSONValue] {
        var frames = self
        frames.place = place.lowerBound..<place.lowerBound
        var values: [JSONValue] = []
        while frames.place.upperBound < place.upperBound, try frames.advance() {
            values.append(try frames.value())
        }
        return values
    }
}
