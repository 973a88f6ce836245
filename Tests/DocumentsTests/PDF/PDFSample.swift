import Basics
import CQPDF
import Fonts
import Foundation
import Glibc
import Graphics
import Scene
import TestDrawing
import Testing
import Typesetting

@testable import Documents

/// Hand-made pages without layout: a day, messages in many scripts, a figure and a link.
struct PDFSample {
    static let messages: [(text: String, language: String?)] = [
        ("Hello, office waffles: fi fl ffi!", "en"), ("Straße, naïve, Ångström, żółw", "de"),
        ("Привет, мир", "ru"), ("你好，世界。今天天气很好", "zh"), ("안녕하세요 세계", "ko"), ("مرحبا بالعالم", "ar"),
        ("שלום עולם", "he"), ("नमस्ते दुनिया", "hi"), ("สวัสดีชาวโลก", "th"),
        ("Party 🎉 with 👨‍👩‍👧‍👦 and 🇩🇪 and 👍🏽 1️⃣ 🎉", "en"),
    ]

    let table = FontTable()
    let typesetter: Typesetter

    init() {
        // Otherwise, another test may change the fonts of the process between two samples of one
        // test.
        do { try TestFonts.use() } catch { Testing.Issue.record(error) }
        typesetter = Typesetter(fonts: table)
    }

    func shape(
        _ text: String, size: Double = 17, width: Double = 300, link: String? = nil,
        color: Color = .black
    ) -> ShapedText {
        let style = TextStyle(
            families: ["Inter", "Noto Sans", "Noto Sans Arabic"], size: size, lineHeight: size * 1.2
        )
        var spans: [StyledText.Span] = []
        if let link {
            var span = StyledText.Span(0..<text.utf8.count)
            span.link = link
            span.isUnderlined = true
            spans = [span]
        }
        return typesetter.shape(
            StyledText(text, style: style, color: color, spans: spans), width: width)
    }

    func block(
        _ text: String, y: Double, role: Block.Role = .message, day: String? = "2026-05-31",
        language: String? = nil, link: String? = nil
    ) -> Block {
        let shaped = shape(text, link: link)
        let frame = Rect(40, y, shaped.size.width + 28, shaped.size.height + 14)
        return Block(
            role: role, frame: frame, text: text, language: language, day: day,
            nodes: [
                .fill(.rounded(frame, 17.5), Color(0xE9, 0xE9, 0xEB)),
                .text(shaped, at: Point(frame.minX + 14, y + 7)),
            ])
    }

    func page(_ day: String, pictures: [Node] = []) -> Page {
        var blocks = [block("Sunday, \(day)", y: 20, role: .dayHeader, day: day)]
        var y = 70.0
        for message in Self.messages {
            blocks.append(block(message.text, y: y, day: day, language: message.language))
            y = (blocks.last?.frame.maxY ?? y) + 8
        }
        blocks.append(
            block("https://example.com/a(b)c", y: y, day: day, link: "https://example.com/a(b)c"))
        y += 50
        if !pictures.isEmpty {
            blocks.append(
                Block(
                    role: .message, frame: Rect(40, y, 200, 150), text: "A picture", day: day,
                    nodes: [.figure(alt: "Four colours", pictures)]))
        }
        return Page(
            size: Size(595, 842), background: [.fill(.rectangle(Rect(0, 0, 595, 842)), .white)],
            blocks: blocks)
    }

    func page(of node: Node) -> Page {
        let block = Block(role: .message, frame: Rect(0, 0, 400, 400), text: "", nodes: [node])
        return Page(size: Size(400, 400), background: [], blocks: [block])
    }

    func write(
        _ pages: [Page], _ setup: PDFSetup = Self.setup(), pictures: [EncodedPicture] = [],
        scale: Double = 1
    ) throws -> [UInt8] {
        var writer = PDFWriter(
            setup, with: try #require(DocumentCaches(fonts: FontCache())), fonts: table,
            pictures: HeldPictures(pictures: pictures))
        let sink = ByteSink()
        for page in pages {
            try writer.add(page, scale: scale)
            try sink.write(writer.takeBytes())
        }
        try writer.finish(into: sink)
        return sink.bytes
    }

    static func setup(archival: Bool = false) -> PDFSetup {
        PDFSetup(
            title: "Family & friends", language: "en-US", created: "2026-05-31T09:40:00Z",
            producer: "Chatprint 1.0", isArchival: archival,
            attachments: archival
                ? [
                    PDFAttachment(
                        name: "conversation.json", mediaType: "application/json",
                        words: "The conversation", bytes: Array(#"{"messages":["Hi"]}"#.utf8))
                ]
                : [])
    }
}

struct HeldPictures: PictureLookup {
    let pictures: [EncodedPicture]

    init(pictures: [EncodedPicture]) { self.pictures = pictures }

    func encoded(_ id: PictureID) -> EncodedPicture? {
        pictures.indices.contains(id.number) ? pictures[id.number] : nil
    }

    func bitmap(_ id: PictureID, covering wanted: PixelSize?) -> Bitmap? {
        encoded(id).flatMap { try? PictureDecoder.decode($0.bytes, $0.facts, covering: wanted) }
    }
}

/// Read with qpdf. Handles are numbers, valid as long as the document lives.
@safe
final class ReadDocument {
    typealias Handle = qpdf_oh

    struct Damage: Error {
        let words: String
    }

    private let data: qpdf_data
    private let bytes: UnsafeMutableBufferPointer<CChar>

    /// Throws if the library has to repair anything.
    init(_ document: [UInt8]) throws {
        guard let data = unsafe qpdf_init() else { throw Damage(words: "no memory") }
        unsafe self.data = data
        // The library reads from these bytes as long as it lives.
        unsafe bytes = .allocate(capacity: document.count)
        for (index, byte) in document.enumerated() {
            unsafe bytes[index] = CChar(bitPattern: byte)
        }
        unsafe qpdf_set_suppress_warnings(data, 1)
        unsafe qpdf_silence_errors(data)
        unsafe qpdf_set_attempt_recovery(data, 0)
        let status = unsafe qpdf_read_memory(
            data, "document", bytes.baseAddress, UInt64(bytes.count), nil)
        if status != 0 { throw Damage(words: "it cannot be read: \(status)") }
    }

    deinit {
        var data: qpdf_data? = unsafe data
        unsafe qpdf_cleanup(&data)
        unsafe bytes.deallocate()
    }

    var root: Handle { unsafe qpdf_get_root(data) }
    var trailer: Handle { unsafe qpdf_get_trailer(data) }
    var pageCount: Int { unsafe Int(qpdf_get_num_pages(data)) }

    func page(_ index: Int) -> Handle { unsafe qpdf_get_page_n(data, index) }

    var dictionaries: [Handle] {
        let size = unsafe qpdf_oh_get_int_value_as_int(data, get("/Size", of: trailer))
        return (1..<size).compactMap { number in
            let object = unsafe qpdf_get_object_by_id(data, number, 0)
            if isDictionary(object) { return object }
            let isStream = unsafe qpdf_oh_is_stream(data, object) != 0
            return isStream ? unsafe qpdf_oh_get_dict(data, object) : nil
        }
    }

    func isDictionary(_ handle: Handle) -> Bool { unsafe qpdf_oh_is_dictionary(data, handle) != 0 }
    func isArray(_ handle: Handle) -> Bool { unsafe qpdf_oh_is_array(data, handle) != 0 }
    func isInteger(_ handle: Handle) -> Bool { unsafe qpdf_oh_is_integer(data, handle) != 0 }
    func has(_ key: String, in dictionary: Handle) -> Bool {
        unsafe qpdf_oh_has_key(data, dictionary, key) != 0
    }
    func get(_ key: String, of dictionary: Handle) -> Handle {
        unsafe qpdf_oh_get_key(data, dictionary, key)
    }
    func number(_ handle: Handle) -> Double { unsafe qpdf_oh_get_numeric_value(data, handle) }
    func identity(_ handle: Handle) -> Int { unsafe Int(qpdf_oh_get_object_id(data, handle)) }

    func items(_ array: Handle) -> [Handle] {
        (0..<(unsafe qpdf_oh_get_array_n_items(data, array))).map {
            unsafe qpdf_oh_get_array_item(data, array, $0)
        }
    }

    func name(_ handle: Handle) -> String {
        guard unsafe qpdf_oh_is_name(data, handle) != 0 else { return "" }
        return unsafe String(cString: qpdf_oh_get_name(data, handle))
    }

    func text(_ handle: Handle) -> String {
        guard unsafe qpdf_oh_is_string(data, handle) != 0 else { return "" }
        return unsafe String(cString: qpdf_oh_get_utf8_value(data, handle))
    }

    func content(of stream: Handle) throws -> [UInt8] {
        var content: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status = unsafe qpdf_oh_get_stream_data(
            data, stream, qpdf_dl_generalized, nil, &content, &count)
        defer { unsafe free(content) }
        guard status == 0, let content = unsafe content else {
            throw Damage(words: "a stream cannot be read")
        }
        return unsafe Array(UnsafeBufferPointer(start: content, count: count))
    }
}
