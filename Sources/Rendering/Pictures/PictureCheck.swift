import Conversation
package import Imaging
import Layout
import Scene
import Theme

/// Decodes every picture of a request once, before the first byte of the answer leaves: a damaged
/// one is to be refused, and would be no more than a hole once the answer has begun.
///
/// It is done at the size at which the picture will be drawn, where that is known, and kept as long
/// as there is room: then nothing is done twice. Otherwise at the smallest, where a JPEG costs the
/// least.
struct PictureCheck {
    let job: RenderJob
    /// The parts of the conversation, or the one that it is.
    let transcripts: [Transcript]
    let pictures: PictureStore

    private enum Size: Sendable {
        case covering(PixelSize)
        case whole
    }

    /// Throws for the first damaged picture, or answers what is wrong with each that a label can
    /// stand for.
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

    /// What came with the request; the looks that are installed were looked at by whoever did that.
    private var ids: [PictureID] {
        let media = job.conversation.media.count
        let count = media + (job.hasOwnLook ? job.theme.pictures.count : 0)
        return (0..<count).map { PictureID($0) }.filter { pictures.encoded($0) != nil }
    }

    /// The sizes at which a picture will ask for attachments; documents pass most on undecoded.
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
    /// In a bubble, beside the file's name.
    package var label: String {
        switch self {
        case .unknownType: "no picture that is known"
        case .unsupportedType(let type): "\(type.rawValue.uppercased()) is not read"
        case .disabledType(let format): "\(format.rawValue.uppercased()) is not read here"
        case .truncated, .corrupt: "damaged"
        case .tooLarge, .tooManyScans: "too large to draw"
        }
    }
}
