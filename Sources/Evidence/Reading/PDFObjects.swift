import Basics

/// The objects of a document, located by its cross-reference tables (ISO 32000-1, 7.5.4 and 7.5.8),
/// including incremental updates as written by signers.
///
/// A general PDF reader must repair damaged files. This one does not: for a document that must
/// prove something, damage is itself the result.
final class PDFObjects {
    struct Stream {
        let entries: [String: PDFValue]
        let data: Range<Int>
    }

    enum Place: Equatable {
        case offset(Int)
        case packed(stream: Int, index: Int)
        case free
    }

    private static let maxTables = 1_000
    /// The highest number of an object (ISO 32000-1, annex C).
    private static let maxNumber = 8_388_607
    /// The memory of an object in use: a slot of a hash table that may be half empty, or growing.
    private static let placeBytes = 96

    /// An object stream, decompressed once.
    private struct Pack {
        let content: [UInt8]
        let starts: [(number: Int, offset: Int)]
    }

    let bytes: [UInt8]
    /// The number of bytes that streams may still contain, whether compressed or not.
    private var room: Int
    private let limit: Int
    /// The number of bytes that may still be read. In a regular document each byte is read at most
    /// a few times. Without this bound, a table that refers to one large object thousands of times
    /// would take very long.
    private var unread: Int
    private let budget: WorkBudget
    private(set) var places: [Int: Place] = [:]
    /// The numbers in use and those that are free, as bits: a stream of a few kilobytes may list
    /// millions of free numbers.
    private var listed: [UInt64] = []
    /// The number after the highest one listed.
    private(set) var nextNumber = 1
    private(set) var trailer: [String: PDFValue] = [:]
    private var packs: [Int: Pack] = [:]

    init(_ bytes: [UInt8], limit: Int, budget: WorkBudget) throws(PDFReadFault) {
        self.bytes = bytes
        self.limit = limit
        self.budget = budget
        room = limit
        unread = 4 * bytes.count + 1 << 20
        guard bytes.starts(with: "%PDF-".utf8) else { throw .noPDF }
        try readTables(from: lastTable())
    }

    // MARK: - Cross-reference tables

    func lastTable() throws(PDFReadFault) -> Int {
        let tail = max(0, bytes.count - 2_048)
        let word = Array("startxref".utf8)
        var place = bytes.count - word.count
        while place >= tail {
            if bytes[place...].starts(with: word) {
                var scanner = scanner(at: place + word.count)
                if let offset = scanner.number() { return offset }
            }
            place -= 1
        }
        throw .damaged("it does not end with the position of its object table")
    }

    private func readTables(from last: Int) throws(PDFReadFault) {
        var waiting = [last]
        var seen: Set<Int> = []
        while let offset = waiting.popLast() {
            guard seen.insert(offset).inserted else { continue }
            guard seen.count <= PDFObjects.maxTables, budget.mayContinue else {
                throw budget.mayContinue ? .damaged("it has too many object tables") : .stopped
            }
            var scanner = scanner(at: offset)
            let isTable = scanner.take("xref")
            let entries = isTable ? try table(&scanner) : try tableStream(at: offset)
            if isTable { try spend(scanner.position - offset) }
            guard entries["Encrypt"] == nil else { throw .encrypted }
            // Only the latest trailer counts.
            if trailer.isEmpty { trailer = entries }
            if let older = entries["Prev"]?.integer { waiting.append(older) }
            if let other = entries["XRefStm"]?.integer { waiting.append(other) }
        }
    }

    private func table(
        _ scanner: inout PDFScanner
    ) throws(PDFReadFault) -> [String: PDFValue] {
        while !scanner.take("trailer") {
            guard let first = scanner.number(), let count = scanner.number() else {
                throw .damaged("its object table is invalid")
            }
            for number in 0..<count {
                guard let offset = scanner.number(), scanner.number() != nil else {
                    throw .damaged("its object table is truncated")
                }
                let isUsed = scanner.take("n")
                guard isUsed || scanner.take("f") else {
                    throw .damaged("its object table is invalid")
                }
                try enter(first + number, isUsed ? .offset(offset) : .free)
            }
        }
        guard let entries = scanner.value()?.dictionary else {
            throw broken("it has no trailer")
        }
        return entries
    }

    private func tableStream(at offset: Int) throws(PDFReadFault) -> [String: PDFValue] {
        guard case .stream(let stream)? = try object(at: offset) else {
            throw .damaged("its object table is not at the stated offset")
        }
        try readRows(of: stream) { (number, place) throws(PDFReadFault) in
            try enter(number, place)
        }
        return stream.entries
    }

    func readRows(
        of stream: Stream, _ body: (Int, Place) throws(PDFReadFault) -> Void
    ) throws(PDFReadFault) {
        guard let widths = stream.entries["W"]?.array?.map({ $0.integer ?? -1 }), widths.count == 3,
            widths.allSatisfy({ (0...8).contains($0) }), widths.reduce(0, +) > 0
        else { throw .damaged("its object table is not at the stated offset") }
        let rows = try content(of: stream)
        let size = stream.entries["Size"]?.integer ?? 0
        let index = stream.entries["Index"]?.array?.map { $0.integer ?? 0 } ?? [0, size]
        var place = 0
        func field(_ width: Int, or standard: Int) -> Int {
            guard width > 0 else { return standard }
            defer { place += width }
            return rows[place..<place + width].reduce(0) { $0 << 8 & Int.max | Int($1) }
        }
        let length = widths.reduce(0, +)
        guard rows.count / length <= bytes.count else {
            throw .damaged("its object table has more entries than the file has bytes")
        }
        for pair in stride(from: 0, to: index.count - 1, by: 2) {
            for number in 0..<max(0, index[pair + 1]) {
                guard place + length <= rows.count else {
                    throw .damaged("its object table is truncated")
                }
                let kind = field(widths[0], or: 1)
                let (second, third) = (field(widths[1], or: 0), field(widths[2], or: 0))
                let found: Place =
                    switch kind {
                    case 1: .offset(second)
                    case 2: .packed(stream: second, index: third)
                    default: .free
                    }
                try body(index[pair] &+ number, found)
            }
        }
    }

    /// Enters an object, unless a later table has listed its number.
    private func enter(_ number: Int, _ place: Place) throws(PDFReadFault) {
        guard (0...PDFObjects.maxNumber).contains(number) else {
            throw .damaged("its object table is invalid")
        }
        guard number % 256 != 0 || budget.mayContinue else { throw .stopped }
        guard !lists(number) else { return }
        let (word, bit) = number.quotientAndRemainder(dividingBy: 64)
        if word >= listed.count {
            let added = word + 1 - listed.count
            guard budget.reserve(16 * added) else { throw .stopped }
            listed += repeatElement(0, count: added)
        }
        listed[word] |= 1 << UInt64(bit)
        nextNumber = max(nextNumber, number + 1)
        guard place != .free else { return }
        guard budget.reserve(PDFObjects.placeBytes) else { throw .stopped }
        places[number] = place
    }

    /// Whether a table lists a number, in use or free.
    func lists(_ number: Int) -> Bool {
        let (word, bit) = number.quotientAndRemainder(dividingBy: 64)
        return listed.indices.contains(word) && number >= 0 && listed[word] & 1 << UInt64(bit) != 0
    }

    // MARK: - Objects

    enum Object {
        case value(PDFValue)
        case stream(Stream)
    }

    /// A reference to a missing object is null (7.3.10).
    func resolved(_ value: PDFValue?) throws(PDFReadFault) -> Object {
        guard case .reference(let number)? = value else { return .value(value ?? .null) }
        switch places[number] {
        case .offset(let offset)?: return try object(at: offset, number) ?? .value(.null)
        case .packed(let stream, let index)?:
            return .value(try packed(index, in: stream, number))
        case .free?, nil: return .value(.null)
        }
    }

    func value(_ value: PDFValue?) throws(PDFReadFault) -> PDFValue {
        switch try resolved(value) {
        case .value(let value): return value
        case .stream(let stream): return .dictionary(stream.entries)
        }
    }

    private func object(at offset: Int, _ number: Int? = nil) throws(PDFReadFault) -> Object? {
        guard budget.mayContinue else { throw .stopped }
        var scanner = scanner(at: offset)
        guard let found = scanner.number(), number == nil || found == number,
            scanner.number() != nil, scanner.take("obj"), let value = scanner.value()
        else { throw broken("object \(number ?? 0) is not at the offset in its object table") }
        try spend(scanner.position - offset)
        guard let entries = value.dictionary, scanner.take("stream") else { return .value(value) }
        scanner.skipLineEnd()
        var length = entries["Length"]
        if case .reference(let other)? = length, other != number,
            case .offset(let place)? = places[other]
        {
            var scanner = self.scanner(at: place)
            _ = scanner.number()
            _ = scanner.number()
            length = scanner.take("obj") ? scanner.value() : nil
            try spend(scanner.position - place)
        }
        let start = scanner.position
        guard let count = length?.integer, count >= 0, count <= bytes.count - start else {
            throw .damaged("object \(found) is truncated")
        }
        return .stream(Stream(entries: entries, data: start..<start + count))
    }

    private func packed(
        _ index: Int, in stream: Int, _ number: Int
    ) throws(PDFReadFault) -> PDFValue {
        guard let pack = try pack(stream), pack.starts.indices.contains(index),
            pack.starts[index].number == number
        else { throw .damaged("object \(number) is not at the offset in its object table") }
        let start = pack.starts[index].offset
        var scanner = PDFScanner(pack.content, at: start, budget: budget)
        guard let value = scanner.value() else { throw broken("object \(number) is invalid") }
        try spend(scanner.position - start)
        return value
    }

    private func pack(_ stream: Int) throws(PDFReadFault) -> Pack? {
        if let known = packs[stream] { return known }
        guard case .offset(let offset)? = places[stream],
            case .stream(let found)? = try object(at: offset, stream),
            let first = found.entries["First"]?.integer, first >= 0,
            let count = found.entries["N"]?.integer
        else { return nil }
        let content = try content(of: found)
        guard budget.reserve(16 * min(count, content.count / 2)) else { throw .stopped }
        var starts: [(number: Int, offset: Int)] = []
        var scanner = PDFScanner(content, budget: budget)
        while starts.count < count, let number = scanner.number(), let start = scanner.number() {
            starts.append((number, first &+ start))
        }
        let pack = Pack(content: content, starts: starts)
        packs[stream] = pack
        return pack
    }

    private func scanner(at offset: Int) -> PDFScanner {
        PDFScanner(bytes, at: offset, budget: budget)
    }

    private func spend(_ count: Int) throws(PDFReadFault) {
        unread -= count
        guard unread >= 0 else { throw .damaged("its objects overlap") }
    }

    private func broken(_ words: String) -> PDFReadFault {
        budget.mayContinue ? .damaged(words) : .stopped
    }
}

extension PDFObjects {
    /// The encoding of a stream's data (ISO 32000-1, 7.4).
    struct Packing: Equatable {
        let filters: [String]
        /// The predictor's parameters by name; empty if there is none.
        let predictor: [String: Int]
        var isReadable: Bool { filters.isEmpty || filters == ["FlateDecode"] }
    }

    func packing(of stream: Stream) throws(PDFReadFault) -> Packing {
        let unsupported = PDFReadFault.damaged("a stream has an unsupported filter")
        let filter = try value(stream.entries["Filter"])
        var filters: [String] = []
        for item in filter == .null ? [] : filter.array ?? [filter] {
            guard let name = try value(item).name else { throw unsupported }
            filters.append(name)
        }
        var settings = try value(stream.entries["DecodeParms"])
        if let list = settings.array {
            guard list.count <= 1 else { throw unsupported }
            settings = try value(list.first)
        }
        var predictor: [String: Int] = [:]
        for (key, item) in settings.dictionary ?? [:] {
            predictor[key] = try value(item).integer
            guard predictor[key] != nil || filters != ["FlateDecode"] else { throw unsupported }
        }
        if predictor["Predictor"] ?? 1 <= 1 { predictor = [:] }
        return Packing(filters: filters, predictor: predictor)
    }

    func content(of stream: Stream) throws(PDFReadFault) -> [UInt8] {
        let packing = try packing(of: stream)
        let inflated = try inflated(stream, packing)
        let settings = packing.predictor
        guard let predictor = settings["Predictor"] else { return inflated }
        let sizes = [settings["Columns"] ?? 1, settings["Colors"] ?? 1]
        let bits = settings["BitsPerComponent"] ?? 8
        guard predictor >= 10, [1, 2, 4, 8, 16].contains(bits),
            sizes.allSatisfy({ (1...1 << 20).contains($0) }),
            let plain = PNGRows.plain(
                inflated, length: (sizes[0] * sizes[1] * bits + 7) / 8,
                pixel: max(1, sizes[1] * bits / 8))
        else { throw .damaged("a stream has an unsupported filter") }
        return plain
    }

    /// The predictor is still applied.
    private func inflated(_ stream: Stream, _ packing: Packing) throws(PDFReadFault) -> [UInt8] {
        guard packing.isReadable else {
            throw .damaged("a stream has an unsupported filter")
        }
        guard !packing.filters.isEmpty else { return try data(of: stream) }
        try spend(stream.data.count)
        let inflated: [UInt8]
        do throws(Inflater.Fault) {
            inflated = try Inflater.inflate(
                Array(bytes[stream.data]), .zlib, limit: room, budget: budget)
        } catch {
            switch error {
            case .corrupt: throw .damaged("a stream cannot be decompressed")
            case .tooLarge: throw .tooLarge(limit: limit)
            case .stopped: throw .stopped
            }
        }
        room -= inflated.count
        // Objects in compressed streams may be read as often as others.
        unread += 4 * inflated.count
        return inflated
    }

    private func data(of stream: Stream) throws(PDFReadFault) -> [UInt8] {
        try spend(stream.data.count)
        guard stream.data.count <= room else { throw .tooLarge(limit: limit) }
        guard budget.reserve(stream.data.count) else { throw .stopped }
        room -= stream.data.count
        return Array(bytes[stream.data])
    }
}

/// PNG predictors (RFC 2083, 6), used in cross-reference streams and pictures.
private enum PNGRows {
    private static let maxLength = 1 << 20

    /// - Parameters:
    ///   - length: the number of bytes of a row.
    ///   - pixel: the number of bytes from one pixel to the next; at least one.
    static func plain(_ bytes: [UInt8], length: Int, pixel: Int = 1) -> [UInt8]? {
        guard (1...maxLength).contains(length), (1...length).contains(pixel),
            bytes.count % (length + 1) == 0
        else { return nil }
        var above = [UInt8](repeating: 0, count: length)
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: length + 1) {
            var row = Array(bytes[start + 1...start + length])
            for place in row.indices {
                let left = place >= pixel ? row[place - pixel] : 0
                switch bytes[start] {
                case 0: break
                case 1: row[place] &+= left
                case 2: row[place] &+= above[place]
                case 3: row[place] &+= UInt8((Int(left) + Int(above[place])) / 2)
                case 4:
                    let corner = place >= pixel ? above[place - pixel] : 0
                    row[place] &+= nearest(left: left, above: above[place], corner: corner)
                default: return nil
                }
            }
            plain += row
            above = row
        }
        return plain
    }

    /// Paeth's predictor.
    private static func nearest(left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
        let guess = Int(left) + Int(above) - Int(corner)
        let distances = [left, above, corner].map { abs(guess - Int($0)) }
        if distances[0] <= distances[1], distances[0] <= distances[2] { return left }
        return distances[1] <= distances[2] ? above : corner
    }
}
