package import Basics

/// The waveform of an Ogg Opus file (RFC 3533, RFC 7845), which most messengers record.
package enum OpusWaveform {
    /// Messengers draw 40 to 100 bars; longer waveforms would show no more.
    private static let count = 64
    /// Half an hour of sound, at 37 kbit/s.
    private static let maxBytes = 8 << 20

    /// - Parameter seconds: the stated duration. No more is decoded, whatever the packets contain.
    /// - Returns: the peaks of equal parts of the sound; nil if it is of another format, damaged or
    ///   silent, if libopus is not installed, or if the budget is used up.
    package static func samples(
        of bytes: ByteSource, seconds: Double, budget: WorkBudget
    ) -> [Float]? {
        guard bytes.count <= maxBytes, let decoder = OpusDecoder() else { return nil }
        // The file, and a packet, which may be as long.
        let room = 2 * bytes.count
        guard budget.reserve(room) else { return nil }
        defer { budget.release(room) }
        guard let file = bytes.read(0..<bytes.count) else { return nil }
        let length = max(Int(seconds * Double(OpusDecoder.rate)), 1)
        var (peaks, place, head) = ([Float](repeating: 0, count: count), 0, 0)
        var packets = OggPackets(file)
        while place < length, budget.mayContinue, let packet = packets.next() {
            // The packets of the names and comments.
            head += 1
            if head == 1, !packet.starts(with: "OpusHead".utf8) { return nil }
            if head <= 2 { continue }
            guard let sound = decoder.decode(packet) else { return nil }
            for sample in sound {
                let part = min(place * count / length, count - 1)
                peaks[part] = max(peaks[part], abs(sample))
                place += 1
            }
        }
        let top = peaks.max() ?? 0
        guard budget.mayContinue, top > 0, top.isFinite else { return nil }
        return peaks.map { (min($0 / top, 1) * 1_000).rounded() / 1_000 }
    }
}

/// The packets of the first stream of an Ogg file.
private struct OggPackets: IteratorProtocol {
    private let file: [UInt8]
    private let serial: ArraySlice<UInt8>
    private var page = 0
    private var segment = 0
    /// Where the segment's bytes begin; 0 before a page's first segment.
    private var place = 0

    init(_ file: [UInt8]) {
        self.file = file
        serial = file.dropFirst(14).prefix(4)
    }

    /// - Returns: the next complete packet; nil at the end, or at damage.
    mutating func next() -> [UInt8]? {
        var packet: [UInt8] = []
        while page + 27 <= file.count, file[page..<page + 4].elementsEqual("OggS".utf8) {
            let table = page + 27
            let segments = Int(file[page + 26])
            guard table + segments <= file.count else { return nil }
            if segment == 0 { place = table + segments }
            let isOurs = file[page + 14..<page + 18].elementsEqual(serial)
            while segment < segments {
                let end = place + Int(file[table + segment])
                guard end <= file.count else { return nil }
                let isLast = end - place < 255
                if isOurs { packet += file[place..<end] }
                segment += 1
                place = end
                if isLast, !packet.isEmpty { return packet }
            }
            page = max(place, table)
            segment = 0
        }
        return nil
    }
}

/// Opens libopus before file descriptors can run out: it is searched only once.
package func openSoundDecoder() { _ = OpusLibrary.shared }

/// Owns one decoder of libopus, which mixes the channels to one.
@safe private struct OpusDecoder: ~Copyable {
    /// The lowest rate is enough for a waveform. It is decoded at 560 times the speed of the sound,
    /// and the rate of music at 450 times.
    static let rate = 8_000
    /// 120 ms, the longest packet (RFC 6716, 3.2.5).
    private static let maxSamples = 960

    private let library: OpusLibrary
    private let decoder: OpaquePointer

    /// - Returns: nil if libopus is not installed or memory is exhausted.
    init?() {
        var fault: Int32 = 0
        guard let library = OpusLibrary.shared,
            let decoder = unsafe library.create(Int32(Self.rate), 1, &fault)
        else { return nil }
        self.library = library
        unsafe self.decoder = decoder
    }

    deinit { unsafe library.destroy(decoder) }

    func decode(_ packet: [UInt8]) -> [Float]? {
        var count: Int32 = 0
        let samples = unsafe [Float](unsafeUninitializedCapacity: Self.maxSamples) { room, filled in
            count = unsafe library.decode(
                decoder, packet, Int32(packet.count), room.baseAddress, Int32(room.count), 0)
            filled = max(Int(count), 0)
        }
        return count > 0 ? samples : nil
    }
}

/// libopus, opened for the first voice message of an export.
@safe private struct OpusLibrary: Sendable {
    typealias Create =
        @convention(c) @Sendable (Int32, Int32, UnsafeMutablePointer<Int32>?) -> OpaquePointer?
    typealias Decode =
        @convention(c) @Sendable (
            OpaquePointer?, UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<Float>?, Int32, Int32
        ) -> Int32
    typealias Destroy = @convention(c) @Sendable (OpaquePointer?) -> Void

    let create: Create
    let decode: Decode
    let destroy: Destroy

    /// The library; nil if it is not installed.
    static let shared = OpusLibrary()

    private init?() {
        do throws(LoadedLibrary.Missing) {
            let library = try LoadedLibrary("libopus.so.0")
            unsafe create = try library.symbol("opus_decoder_create")
            unsafe decode = try library.symbol("opus_decode_float")
            unsafe destroy = try library.symbol("opus_decoder_destroy")
        } catch {
            return nil
        }
    }
}
