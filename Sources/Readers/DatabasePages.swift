internal import Basics
internal import CSQLite

/// The bytes of a database as SQLite reads them: those of the file, with the committed pages of its
/// write-ahead log laid over.
///
/// The log is merged here because SQLite would create a `-shm` file beside it.
/// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
@safe final class DatabasePages {
    let budget: WorkBudget
    /// Whether there is a log that does not belong to the database or has an invalid header.
    private(set) var hasForeignLog = false
    private let file: ByteSource
    private let log: ByteSource?
    private let cipher: PageCipher?
    private let pageSize: Int
    /// The place in the log of each page that it has.
    private var logged: [UInt32: Int] = [:]
    private(set) var count: Int
    /// The first failure of a callback, which SQLite reports as another one.
    private(set) var fault: DatabaseFault?

    /// Consecutive bytes of the file: SQLite asks for one page at a time.
    private struct Block {
        var start = -1
        var bytes: [UInt8] = []
    }
    private static let blockLength = 32 << 10
    private var blocks = [Block](repeating: Block(), count: 32)

    init(
        _ sent: ByteSource, log: ByteSource?, cipher: PageCipher?, budget: WorkBudget
    ) throws(DatabaseFault) {
        let file = cipher?.opened(sent) ?? sent
        self.file = file
        self.cipher = cipher
        self.budget = budget
        count = file.count
        let head = file.bytes(min(100, file.count), at: 0) ?? []
        let header = log.flatMap { LogHeader($0) }
        pageSize = Self.pageSize(head) ?? header?.pageSize ?? 4096
        let fits = header?.pageSize == pageSize
        hasForeignLog = !fits && (log?.count ?? 0) > 0
        self.log = fits ? log : nil
        if let header, let log = self.log { try readLog(log, header) }
    }

    /// Whether the first page, of the log if it has the page, is that of a database.
    var hasMark: Bool {
        var head = [UInt8](repeating: 0, count: 16)
        let code = unsafe head.withUnsafeMutableBytes { unsafe read(into: $0, at: 0) }
        return code == SQLITE_OK && Database.isDatabase(head)
    }

    /// The size that the header of a database states.
    private static func pageSize(_ head: [UInt8]) -> Int? {
        guard Database.isDatabase(head), head.count >= 18 else { return nil }
        let size = Int(head[16]) << 8 | Int(head[17])
        return isPageSize(size) ? size : size == 1 ? 65_536 : nil
    }

    fileprivate static func isPageSize(_ size: Int) -> Bool {
        (512...65_536).contains(size) && size.nonzeroBitCount == 1
    }

    /// Finds the last committed version of each page.
    private func readLog(_ log: ByteSource, _ header: LogHeader) throws(DatabaseFault) {
        let length = LogHeader.frameHead + pageSize
        let atOnce = max(1, ByteSource.length / length)
        var sum = header.sum
        var place = LogHeader.length
        // Of the transaction that is not yet committed.
        var pending: [UInt32: Int] = [:]
        while place + length <= log.count {
            guard budget.mayContinue else { throw .stopped }
            let frames = min(atOnce, (log.count - place) / length)
            guard let bytes = log.bytes(frames * length, at: place) else {
                throw .unreadable
            }
            for start in stride(from: 0, to: bytes.count, by: length) {
                let page = bytes.big32(at: start)
                guard page != 0, bytes.big32(at: start + 8) == header.salts.0,
                    bytes.big32(at: start + 12) == header.salts.1
                else { return }
                sum.add(bytes, start..<(start + 8))
                sum.add(bytes, (start + LogHeader.frameHead)..<(start + length))
                guard sum.first == bytes.big32(at: start + 16),
                    sum.second == bytes.big32(at: start + 20)
                else { return }
                if pending[page] == nil, logged[page] == nil {
                    guard budget.reserve(32) else { throw .stopped }
                }
                pending[page] = place + start + LogHeader.frameHead
                let pages = bytes.big32(at: start + 4)
                guard pages != 0 else { continue }
                logged.merge(pending) { _, new in new }
                pending.removeAll(keepingCapacity: true)
                count = Int(pages) * pageSize
            }
            place += bytes.count
        }
    }

    /// Copies bytes for SQLite. What is beyond the end reads as zeros.
    fileprivate func read(into room: UnsafeMutableRawBufferPointer, at start: Int) -> Int32 {
        let end = start + room.count
        var place = start
        while place < min(end, count) {
            let page = place / pageSize
            let offset = place % pageSize
            let length = min(end, count, (page + 1) * pageSize) - place
            let target = unsafe UnsafeMutableRawBufferPointer(
                rebasing: room[(place - start)..<(place - start + length)])
            guard unsafe fill(target, page: page, offset) else {
                return Int32(database_read_failed)
            }
            place += length
        }
        // The versions of the format, 2 with a log: the log is merged already.
        for version in 18...19 where (start..<place).contains(version) {
            if unsafe room[version - start] == 2 { unsafe room[version - start] = 1 }
        }
        guard place < end else { return SQLITE_OK }
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[(place - start)...])
            .initializeMemory(as: UInt8.self, repeating: 0)
        return Int32(database_read_short)
    }

    private func fill(
        _ target: UnsafeMutableRawBufferPointer, page: Int, _ offset: Int
    ) -> Bool {
        if let frame = logged[UInt32(truncatingIfNeeded: page + 1)] {
            // The whole page if it is encrypted.
            let (start, length) = cipher == nil ? (offset, target.count) : (0, pageSize)
            guard let bytes = log?.bytes(length, at: frame + start) else {
                return fails(.unreadable)
            }
            guard let cipher else {
                unsafe target.copyBytes(from: bytes)
                return true
            }
            guard let plain = cipher.open(page, bytes[...]) else { return fails(.damaged) }
            unsafe target.copyBytes(from: plain[offset..<(offset + target.count)])
            return true
        }
        var place = page * pageSize + offset
        var filled = 0
        while filled < target.count {
            let number = place / Self.blockLength
            let slot = number % blocks.count
            if blocks[slot].start != number * Self.blockLength {
                guard let block = block(number) else { return false }
                blocks[slot] = block
            }
            let from = place - blocks[slot].start
            let length = min(target.count - filled, blocks[slot].bytes.count - from)
            // The log may state a longer database than the file is.
            guard length > 0 else { return fails(.damaged) }
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[filled..<(filled + length)])
                .copyBytes(from: blocks[slot].bytes[from..<(from + length)])
            place += length
            filled += length
        }
        return true
    }

    private func block(_ number: Int) -> Block? {
        guard budget.mayContinue else {
            _ = fails(.stopped)
            return nil
        }
        let start = number * Self.blockLength
        let length = max(min(file.count - start, Self.blockLength), 0)
        guard let bytes = file.bytes(length, at: min(start, file.count)) else {
            _ = fails(cipher == nil ? .unreadable : .damaged)
            return nil
        }
        return Block(start: start, bytes: bytes)
    }

    private func fails(_ fault: DatabaseFault) -> Bool {
        if self.fault == nil { self.fault = fault }
        return false
    }
}

/// The head of a write-ahead log. All numbers are big-endian, but the words of the checksum are in
/// the order of the machine that wrote it.
private struct LogHeader {
    static let length = 32
    static let frameHead = 24
    let pageSize: Int
    let salts: (UInt32, UInt32)
    let sum: LogChecksum

    init?(_ log: ByteSource) {
        guard let bytes = log.bytes(Self.length, at: 0) else { return nil }
        let magic = bytes.big32(at: 0)
        guard magic & ~1 == 0x377F_0682, bytes.big32(at: 4) == 3_007_000 else { return nil }
        pageSize = Int(bytes.big32(at: 8))
        salts = (bytes.big32(at: 16), bytes.big32(at: 20))
        var sum = LogChecksum(isBigEndian: magic & 1 == 1)
        sum.add(bytes, 0..<24)
        self.sum = sum
        guard DatabasePages.isPageSize(pageSize), sum.first == bytes.big32(at: 24),
            sum.second == bytes.big32(at: 28)
        else { return nil }
    }
}

private struct LogChecksum {
    let isBigEndian: Bool
    private(set) var first: UInt32 = 0
    private(set) var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
        let isBigEndian = isBigEndian
        unsafe bytes.withUnsafeBytes { all in
            for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                let (a, b) = unsafe (
                    all.loadUnaligned(fromByteOffset: place, as: UInt32.self),
                    all.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                )
                first &+= (isBigEndian ? a.bigEndian : a.littleEndian) &+ second
                second &+= (isBigEndian ? b.bigEndian : b.littleEndian) &+ first
            }
        }
    }
}

extension [UInt8] {
    fileprivate func big32(at place: Int) -> UInt32 {
        UInt32(self[place]) << 24 | UInt32(self[place + 1]) << 16 | UInt32(self[place + 2]) << 8
            | UInt32(self[place + 3])
    }
}

extension DatabasePages {
    /// The VFS by which SQLite reads the pages: one file, no locks, nothing else.
    ///
    /// The name of the file is the address of its pages. Only `Database` opens files by this VFS,
    /// and SQL cannot: attaching databases is forbidden.
    var vfsName: String {
        unsafe String(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()), radix: 16)
    }

    /// Registers the VFS once. The value is SQLite's code. SQLite keeps both structs forever.
    static let registration: Int32 = {
        // For all databases of the process, since SQLite has no limit for one of them.
        sqlite3_hard_heap_limit64(256 << 20)
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe methods.initialize(to: fileMethods)
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        var own = unsafe sqlite3_vfs()
        unsafe own.iVersion = 1
        unsafe own.szOsFile = Int32(MemoryLayout<database_file>.size)
        unsafe own.mxPathname = 64
        unsafe own.zName = database_vfs
        unsafe own.pAppData = UnsafeMutableRawPointer(methods)
        unsafe own.xOpen = { vfs, name, file, flags, _ in
            guard let file = unsafe file else { return SQLITE_CANTOPEN }
            unsafe file.pointee.pMethods = nil
            guard flags & SQLITE_OPEN_MAIN_DB != 0, let name = unsafe name,
                let address = unsafe UInt(String(cString: name), radix: 16)
            else { return SQLITE_CANTOPEN }
            unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: database_file.self)
                .pointee.pages = UnsafeRawPointer(bitPattern: address)
            unsafe file.pointee.pMethods = UnsafePointer(
                vfs?.pointee.pAppData?.assumingMemoryBound(to: sqlite3_io_methods.self))
            return SQLITE_OK
        }
        unsafe own.xDelete = { _, _, _ in Int32(database_delete_failed) }
        unsafe own.xAccess = { _, _, _, exists in
            unsafe exists?.pointee = 0
            return SQLITE_OK
        }
        unsafe own.xFullPathname = { _, name, count, room in
            guard let name = unsafe name, let room = unsafe room else { return SQLITE_CANTOPEN }
            let text = unsafe String(cString: name).utf8CString
            guard text.count <= Int(count) else { return SQLITE_CANTOPEN }
            for (place, character) in text.enumerated() { unsafe room[place] = character }
            return SQLITE_OK
        }
        unsafe own.xRandomness = { _, count, room in
            unsafe room?.initialize(repeating: 0, count: Int(count))
            return count
        }
        unsafe own.xSleep = { _, _ in 0 }
        unsafe own.xCurrentTime = { _, time in
            unsafe time?.pointee = 0
            return SQLITE_OK
        }
        unsafe own.xGetLastError = { _, _, _ in 0 }
        unsafe vfs.initialize(to: own)
        return unsafe sqlite3_vfs_register(vfs, 0)
    }()

    private static var fileMethods: sqlite3_io_methods {
        var methods = sqlite3_io_methods()
        methods.iVersion = 1
        unsafe methods.xClose = { _ in SQLITE_OK }
        unsafe methods.xRead = { file, room, count, start in
            guard let pages = unsafe DatabasePages.of(file), let room = unsafe room, count >= 0,
                start >= 0
            else { return Int32(database_read_failed) }
            return unsafe pages.read(
                into: UnsafeMutableRawBufferPointer(start: room, count: Int(count)),
                at: Int(start))
        }
        unsafe methods.xWrite = { _, _, _, _ in SQLITE_READONLY }
        unsafe methods.xTruncate = { _, _ in SQLITE_READONLY }
        unsafe methods.xSync = { _, _ in SQLITE_OK }
        unsafe methods.xFileSize = { file, size in
            guard let pages = unsafe DatabasePages.of(file) else {
                return Int32(database_read_failed)
            }
            unsafe size?.pointee = Int64(pages.count)
            return SQLITE_OK
        }
        unsafe methods.xLock = { _, _ in SQLITE_OK }
        unsafe methods.xUnlock = { _, _ in SQLITE_OK }
        unsafe methods.xCheckReservedLock = { _, isReserved in
            unsafe isReserved?.pointee = 0
            return SQLITE_OK
        }
        unsafe methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        unsafe methods.xSectorSize = { _ in 4096 }
        // SQLite then takes no locks and looks for no journal.
        unsafe methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
        return methods
    }

    /// The pages of an open file. `Database` keeps them alive until it has closed the file.
    private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> DatabasePages? {
        guard let file = unsafe file else { return nil }
        let own = unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: database_file.self)
        guard let pages = unsafe own.pointee.pages else { return nil }
        return unsafe Unmanaged<DatabasePages>.fromOpaque(pages).takeUnretainedValue()
    }
}
