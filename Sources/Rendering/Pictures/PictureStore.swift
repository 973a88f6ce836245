import Basics
import Graphics
import Layout
import Model
import Scene
import Synchronization
import Themes

/// All pictures of one job: probed before layout, decoded when first drawn, and cached as long as
/// there is room.
final class PictureStore: PictureLookup, Sendable {
    private struct Decoded: Sendable {
        let bitmap: Bitmap
        /// Whether the bitmap has the picture's full size.
        let isWhole: Bool
    }

    private struct Cache: Sendable {
        var decoded: [Int: Decoded] = [:]
        /// The numbers of cached pictures, oldest first.
        var order: [Int] = []
        var pixels = 0
        /// The fault of the first picture that could not be decoded for drawing.
        var fault: RenderFault?
    }

    private let pictures: [EncodedPicture?]
    /// The JSON pointers of the pictures in the request.
    private let pointers: [String]
    let table: PictureTable
    private let cache = Mutex(Cache())
    private let budget: WorkBudget

    /// The maximum number of decoded pixels in the cache: a few screens full of photos.
    private static let maxPixels = 24_000_000

    init(
        _ job: RenderJob, readsHEIF: Bool, budget: WorkBudget = .unlimited
    ) throws(RenderFault) {
        self.budget = budget
        let limits = PictureLimits(pixels: job.limits.picturePixels, readsHEIF: readsHEIF)
        let probe = PictureProbe(limits: limits)
        var pictures: [EncodedPicture?] = []
        var pixels = 0
        func take(_ bytes: [UInt8], _ pointer: String) throws(RenderFault) {
            guard !bytes.isEmpty else { return pictures.append(nil) }
            do throws(PictureFault) {
                let facts = try probe.facts(of: bytes)
                pixels += facts.width * facts.height
                pictures.append(EncodedPicture(bytes: bytes, facts: facts))
            } catch {
                throw .picture(pointer: pointer, error)
            }
            guard pixels <= job.limits.totalPicturePixels else {
                throw .picturesTooLarge(pixels: pixels, limit: job.limits.totalPicturePixels)
            }
        }
        for media in job.conversation.media {
            try take(media.isPicture ? media.bytes : [], media.pointer)
        }
        for picture in job.theme.pictures { try take(picture.bytes, picture.origin) }
        self.pictures = pictures
        pointers = job.conversation.media.map(\.pointer) + job.theme.pictures.map(\.origin)
        table = PictureTable(
            sizes: pictures.map { picture in
                picture.map { Size(Double($0.facts.width), Double($0.facts.height)) }
            }, mediaCount: job.conversation.media.count, scale: PictureStore.scale(of: job),
            isGray: job.output.isGray)
    }

    /// The pixels per point of the output. Documents and drawings allow zooming, so they get more.
    private static func scale(of job: RenderJob) -> Double {
        job.format.has(.zoomable) ? 3 : job.output.scale
    }

    func encoded(_ id: PictureID) -> EncodedPicture? {
        pictures.indices.contains(id.number) ? pictures[id.number] : nil
    }

    func bitmap(_ id: PictureID, covering wanted: PixelSize?) -> Bitmap? {
        guard let picture = encoded(id) else { return nil }
        let size = picture.facts.size.reduced(covering: wanted)
        let known = cache.withLock { $0.decoded[id.number] }
        if let known, known.bitmap.size == size || known.isWhole && wanted == nil {
            return known.bitmap
        }
        // Two workers may decode the same picture at once; the second result replaces the first.
        do throws(PictureFault) {
            guard let bitmap = try decode(picture, covering: wanted) else { return nil }
            keep(bitmap, of: picture, at: id.number, replacing: true)
            return bitmap
        } catch {
            // Nearly all damaged pictures were already rejected.
            let fault = RenderFault.picture(pointer: pointer(id), error)
            cache.withLock { $0.fault = $0.fault ?? fault }
            return nil
        }
    }

    var isGray: Bool { table.isGray }

    /// The reason why a requested picture could not be drawn; nil if all were drawn.
    var fault: RenderFault? { cache.withLock(\.fault) }

    /// Warnings for pictures with an unreadable color profile, which are read as sRGB.
    var warnings: [Warning] {
        zip(pictures, pointers).compactMap { picture, pointer in
            picture?.hasBadProfile == true
                ? Warning(
                    .ignoredValue, at: pointer,
                    "its color profile is invalid: its colors are read as sRGB") : nil
        }
    }

    /// Decodes a picture and throws its fault. The bitmap is cached if no other one must be
    /// evicted, because the first pictures are drawn first.
    func check(_ id: PictureID, covering wanted: PixelSize?) throws(PictureFault) {
        guard let picture = encoded(id) else { return }
        guard let bitmap = try decode(picture, covering: wanted) else { return }
        keep(bitmap, of: picture, at: id.number, replacing: false)
    }

    /// Decodes a picture that may never be drawn at its smallest size, and throws its fault.
    func glance(_ id: PictureID) throws(PictureFault) {
        guard let picture = encoded(id) else { return }
        _ = try decode(picture, covering: PixelSize(1, 1))
    }

    /// Returns nil if there is no memory for the picture; the job then fails at its end.
    private func decode(
        _ picture: EncodedPicture, covering wanted: PixelSize?
    ) throws(PictureFault) -> Bitmap? {
        let bytes = picture.facts.decodingBytes(covering: wanted)
        guard budget.reserve(bytes) else { return nil }
        defer { budget.release(bytes) }
        let bitmap = try PictureDecoder.decode(picture, covering: wanted)
        return isGray ? bitmap.inGray : bitmap
    }

    func pointer(_ id: PictureID) -> String { pointers[id.number] }

    private func keep(
        _ bitmap: Bitmap, of picture: EncodedPicture, at number: Int, replacing: Bool
    ) {
        let pixels = bitmap.width * bitmap.height
        guard pixels <= PictureStore.maxPixels else { return }
        let decoded = Decoded(bitmap: bitmap, isWhole: bitmap.size == picture.facts.size)
        cache.withLock { cache in
            guard replacing || cache.pixels + pixels <= PictureStore.maxPixels,
                budget.reserve(4 * pixels)
            else { return }
            if let before = cache.decoded[number] {
                forget(before, in: &cache)
                cache.order.removeAll { $0 == number }
            }
            while cache.pixels + pixels > PictureStore.maxPixels, !cache.order.isEmpty {
                let oldest = cache.order.removeFirst()
                if let gone = cache.decoded.removeValue(forKey: oldest) {
                    forget(gone, in: &cache)
                }
            }
            cache.decoded[number] = decoded
            cache.order.append(number)
            cache.pixels += pixels
        }
    }

    private func forget(_ decoded: Decoded, in cache: inout Cache) {
        let pixels = decoded.bitmap.width * decoded.bitmap.height
        cache.pixels -= pixels
        budget.release(4 * pixels)
    }
}

/// Decodes every picture of a request once before the first byte of the response. At that point a
/// damaged picture can still fail the request; later it could only become a hole.
///
/// If the drawn size is known, the picture is decoded at that size and kept as long as there is
/// room, so that nothing is decoded twice. Otherwise it is decoded at the smallest size, which is
/// cheapest for a JPEG.
struct PictureCheck {
    let job: RenderJob
    /// The transcripts of the parts, or the only one.
    let transcripts: [Transcript]
    let pictures: PictureStore

    private enum Size: Sendable {
        case covering(PixelSize)
        case whole
    }

    /// Throws for the first damaged picture, or returns the label for each one if the job replaces
    /// damaged pictures by labels.
    func run(
        _ pool: WorkerPool, on worker: Worker, _ control: RenderControl
    ) throws(RenderFault) -> [MediaIndex: String] {
        let ids = self.ids
        guard !ids.isEmpty else { return [:] }
        let sizes = drawnSizes
        let pictures = pictures
        let faults = Slots<PictureFault>(ids.count)
        pool.forEach(ids.count, on: worker) { place, _ in
            guard control.verdict() == .proceed else { return }
            do throws(PictureFault) {
                switch sizes[ids[place]] {
                case .covering(let size)?: try pictures.check(ids[place], covering: size)
                case .whole?: try pictures.check(ids[place], covering: nil)
                case nil: try pictures.glance(ids[place])
                }
            } catch {
                faults.put(error, at: place)
            }
        }
        try control.check()
        var labels: [MediaIndex: String] = [:]
        for place in ids.indices {
            guard let fault = faults.take(place) else { continue }
            let number = ids[place].number
            guard job.labelsBadPictures, number < job.conversation.media.count else {
                throw .picture(pointer: pictures.pointer(ids[place]), fault)
            }
            labels[number] = fault.label
        }
        return labels
    }

    /// The pictures that came with the request. The operator has already checked those of installed
    /// themes.
    private var ids: [PictureID] {
        let media = job.conversation.media.count
        let count = media + (job.hasOwnLook ? job.theme.pictures.count : 0)
        return (0..<count).map { PictureID($0) }.filter { pictures.encoded($0) != nil }
    }

    /// The sizes at which attachments will be drawn. Documents embed most pictures without decoding
    /// them.
    private var drawnSizes: [PictureID: Size] {
        var sizes: [PictureID: Size] = [:]
        guard job.format.has(.pixels) else { return [:] }
        for transcript in transcripts {
            for index in transcript.rowsWithPictures {
                collect(transcript.placedRow(index).block.nodes, into: &sizes)
            }
        }
        return sizes
    }

    private func collect(_ nodes: [Node], into sizes: inout [PictureID: Size]) {
        for node in nodes {
            switch node {
            case .picture(let picture):
                let target = PicturePlan(picture, scale: job.output.scale).target
                switch picture.fit {
                case .stretch, .cover:
                    sizes[picture.id] = .covering(PixelSize(target.x.count, target.y.count))
                case .slices, .tile: sizes[picture.id] = .whole
                }
            case .figure(_, let inner), .part(_, let inner), .clipped(_, let inner),
                .layer(_, let inner):
                collect(inner, into: &sizes)
            case .shape, .text, .lettering, .link, .jump, .anchor, .spoken: break
            }
        }
    }
}

extension PictureFault {
    /// The label in the bubble, beside the file's name.
    var label: String {
        switch self {
        case .unknownType: "unrecognized picture format"
        case .unsupportedType(let type): "\(type.rawValue.uppercased()) is not supported"
        case .disabledType(let format): "\(format.rawValue.uppercased()) is disabled"
        case .truncated, .corrupt: "damaged"
        case .tooLarge, .tooManyScans: "too large to draw"
        }
    }
}
