import Graphics
import Layout
import Model
import Scene
import Themes

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
            let messages = transcript.layout.conversation.messages
            for index in transcript.rows.indices {
                guard let message = transcript.rows[index].message,
                    messages[message].attachments.contains(where: { $0.media != nil })
                else { continue }
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
