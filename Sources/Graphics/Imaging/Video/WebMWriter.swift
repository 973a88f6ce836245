/// Writes WebM, a subset of Matroska (RFC 9559), the container of VP9.
///
/// Clusters are written one by one. The index is omitted, because its position would have to be
/// stated at the beginning: players seek to keyframes.
struct WebMWriter {
    let facts: VideoFacts
    /// The times of the current cluster and of the previous frame, in milliseconds.
    private var start = 0
    private var before = 0
    private var waiting: [UInt8] = []

    init(_ facts: VideoFacts) { self.facts = facts }

    func begin() -> [UInt8] {
        let head = EBML.element(
            0x1A45_DFA3,
            EBML.number(0x4286, 1) + EBML.number(0x42F7, 1) + EBML.number(0x42F2, 4)
                + EBML.number(0x42F3, 8) + EBML.text(0x4282, "webm") + EBML.number(0x4287, 4)
                + EBML.number(0x4285, 2))
        // The segment's length is unknown in advance.
        let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01] + Array(repeating: 0xFF, count: 7)
        return head + segment + information + tracks + tags
    }

    /// Returns the previous cluster if the frame begins a new one.
    mutating func add(_ frame: VideoFrame) -> [UInt8] {
        let time = milliseconds(frame.tick)
        var left: [UInt8] = []
        // Times within a cluster have 16 bits, far more than the length of a cluster needs.
        if frame.isKey || time - start >= 1000 {
            left = cluster()
            start = time
        }
        let place = BigEndian.bytes(time - start, 2)
        let length = milliseconds(frame.tick + frame.ticks) - time
        var group = EBML.element(0xA1, [0x81] + place + [0] + frame.bytes)
        group += EBML.number(0x9B, length)
        // A block without a reference is a keyframe.
        if !frame.isKey { group += EBML.signed(0xFB, before - time) }
        waiting += EBML.element(0xA0, group)
        before = time
        return left
    }

    mutating func end() -> [UInt8] { cluster() }

    private mutating func cluster() -> [UInt8] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting = [] }
        return EBML.element(0x1F43_B675, EBML.number(0xE7, start) + waiting)
    }

    private func milliseconds(_ tick: Int) -> Int { (tick * 1000 + facts.rate / 2) / facts.rate }

    private var information: [UInt8] {
        EBML.element(
            0x1549_A966,
            EBML.number(0x2A_D7B1, 1_000_000) + EBML.text(0x4D80, "Chatprint")
                + EBML.text(0x5741, "Chatprint")
                + EBML.real(0x4489, Double(milliseconds(facts.ticks))))
    }

    private var tracks: [UInt8] {
        // BT.709 with a range of 16 to 235.
        let colorFacts = EBML.element(
            0x55B0,
            EBML.number(0x55B1, 1) + EBML.number(0x55B9, 1) + EBML.number(0x55BA, 1)
                + EBML.number(0x55BB, 1))
        let video = EBML.element(
            0xE0,
            EBML.number(0xB0, facts.size.width) + EBML.number(0xBA, facts.size.height) + colorFacts)
        let track = EBML.element(
            0xAE,
            EBML.number(0xD7, 1) + EBML.number(0x73C5, 1) + EBML.number(0x9C, 0)
                + EBML.number(0x83, 1) + EBML.text(0x86, "V_VP9") + video)
        return EBML.element(0x1654_AE6B, track)
    }

    private var tags: [UInt8] {
        guard let comment = facts.comment else { return [] }
        let tag = EBML.element(0x67C8, EBML.text(0x45A3, "COMMENT") + EBML.text(0x4487, comment))
        return EBML.element(0x1254_C367, EBML.element(0x7373, EBML.element(0x63C0, []) + tag))
    }
}

/// Writes elements of EBML (RFC 8794): an ID, a length and the content.
private enum EBML {
    static func element(_ name: Int, _ inside: [UInt8]) -> [UInt8] {
        // A length has seven bits per byte. All of them set would mean an unknown length.
        var count = 1
        while inside.count >= 1 << (7 * count) - 1 { count += 1 }
        return shortest(name) + BigEndian.bytes(inside.count | 1 << (7 * count), count) + inside
    }

    static func number(_ name: Int, _ value: Int) -> [UInt8] { element(name, shortest(value)) }

    static func signed(_ name: Int, _ value: Int) -> [UInt8] {
        element(name, BigEndian.bytes(value, 4))
    }

    static func real(_ name: Int, _ value: Double) -> [UInt8] {
        element(name, BigEndian.bytes(Int(truncatingIfNeeded: value.bitPattern), 8))
    }

    static func text(_ name: Int, _ value: String) -> [UInt8] { element(name, Array(value.utf8)) }

    private static func shortest(_ value: Int) -> [UInt8] {
        var count = 1
        while count < 8, value >> (8 * count) != 0 { count += 1 }
        return BigEndian.bytes(value, count)
    }
}
