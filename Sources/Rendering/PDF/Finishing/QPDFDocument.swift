import CQPDF
import Glibc

/// Owns a document that libqpdf has read, and its objects. Handles are numbers, good as long as the
/// document lives.
@safe
struct QPDFDocument: ~Copyable {
    typealias Handle = qpdf_oh

    private let data: qpdf_data

    private init() throws(FinishingFault) {
        guard let data = unsafe qpdf_init() else { throw .memory }
        unsafe self.data = data
        unsafe qpdf_set_suppress_warnings(data, 1)
        unsafe qpdf_silence_errors(data)
        unsafe qpdf_set_attempt_recovery(data, 0)
    }

    deinit {
        var data: qpdf_data? = unsafe data
        unsafe qpdf_cleanup(&data)
    }

    /// Lends a document for as long as the library may read from its bytes.
    static func reading<Result>(
        _ bytes: [UInt8],
        _ body: (borrowing QPDFDocument) throws(FinishingFault) -> Result
    ) throws(FinishingFault) -> Result {
        try unsafe bytes.span.withUnsafeBytes { bytes throws(FinishingFault) in
            let document = try QPDFDocument()
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let status = unsafe qpdf_read_memory(
                document.data, "document", start, UInt64(bytes.count), nil)
            try document.check(status)
            return try body(document)
        }
    }

    /// Warnings are no failures: the library repairs what it warns of.
    func check(_ status: QPDF_ERROR_CODE) throws(FinishingFault) {
        if status & QPDF_ERRORS != 0 { try checkErrors() }
    }

    /// Throws what went wrong in any call since the last look.
    func checkErrors() throws(FinishingFault) {
        guard unsafe qpdf_has_error(data) != 0 else { return }
        let error = unsafe qpdf_get_error(data)
        let code = unsafe qpdf_get_error_code(data, error).rawValue
        let message = unsafe qpdf_get_error_message_detail(data, error)
        throw unsafe .library(
            code: code, message: message.map { unsafe String(cString: $0) } ?? "")
    }

    var root: Handle { unsafe qpdf_get_root(data) }
    var trailer: Handle { unsafe qpdf_get_trailer(data) }
    var pageCount: Int { unsafe Int(qpdf_get_num_pages(data)) }
    func page(_ index: Int) -> Handle { unsafe qpdf_get_page_n(data, index) }
    func object(_ number: Int) -> Handle {
        unsafe qpdf_get_object_by_id(data, Int32(truncatingIfNeeded: number), 0)
    }

    func release(_ handle: Handle) { unsafe qpdf_oh_release(data, handle) }

    /// An object from PDF's own notation; only from text of ours.
    func parse(_ text: String) -> Handle { unsafe qpdf_oh_parse(data, text) }
    func string(_ text: String) -> Handle {
        var text = text
        return text.withUTF8 { utf8 in
            unsafe utf8.withMemoryRebound(to: CChar.self) { chars in
                unsafe qpdf_oh_new_binary_unicode_string(data, chars.baseAddress, chars.count)
            }
        }
    }
    func indirect(_ handle: Handle) -> Handle { unsafe qpdf_make_indirect_object(data, handle) }

    func isArray(_ handle: Handle) -> Bool { unsafe qpdf_oh_is_array(data, handle) != 0 }
    func isDictionary(_ handle: Handle) -> Bool { unsafe qpdf_oh_is_dictionary(data, handle) != 0 }
    func isInteger(_ handle: Handle) -> Bool { unsafe qpdf_oh_is_integer(data, handle) != 0 }
    func number(_ handle: Handle) -> Double { unsafe qpdf_oh_get_numeric_value(data, handle) }
    func count(_ array: Handle) -> Int { unsafe Int(qpdf_oh_get_array_n_items(data, array)) }
    func item(_ array: Handle, _ index: Int) -> Handle {
        unsafe qpdf_oh_get_array_item(data, array, Int32(truncatingIfNeeded: index))
    }
    func append(_ item: Handle, to array: Handle) {
        unsafe qpdf_oh_append_item(data, array, item)
    }

    func has(_ key: String, in dictionary: Handle) -> Bool {
        unsafe qpdf_oh_has_key(data, dictionary, key) != 0
    }
    func get(_ key: String, of dictionary: Handle) -> Handle {
        unsafe qpdf_oh_get_key(data, dictionary, key)
    }
    func set(_ key: String, of dictionary: Handle, to value: Handle) {
        unsafe qpdf_oh_replace_key(data, dictionary, key, value)
    }

    /// Whether a dictionary's key holds this name.
    func isName(_ name: String, _ key: String, of dictionary: Handle) -> Bool {
        let value = get(key, of: dictionary)
        defer { release(value) }
        return unsafe qpdf_oh_is_name_and_equals(data, value, name) != 0
    }

    /// How many objects the file numbers.
    var objectCount: Int {
        let size = get("/Size", of: trailer)
        defer { release(size) }
        return unsafe max(0, Int(qpdf_oh_get_int_value_as_int(data, size)) - 1)
    }

    func dictionary(of stream: Handle) -> Handle { unsafe qpdf_oh_get_dict(data, stream) }

    /// A stream of these bytes; `entries` are its dictionary's, in PDF's own notation.
    func stream(_ bytes: [UInt8], entries: [(key: String, value: String)]) -> Handle {
        let stream = unsafe qpdf_oh_new_stream(data)
        replace(stream, with: bytes)
        let dictionary = dictionary(of: stream)
        for entry in entries { set(entry.key, of: dictionary, to: parse(entry.value)) }
        return stream
    }

    func replace(_ stream: Handle, with bytes: [UInt8], isDeflated: Bool = false) {
        let filter = parse(isDeflated ? "/FlateDecode" : "null")
        unsafe qpdf_oh_replace_stream_data(
            data, stream, bytes, bytes.count, filter, parse("null"))
    }

    /// A stream's bytes without their filters.
    func withContent<Result>(
        of stream: Handle, _ body: (Span<UInt8>) -> Result
    ) throws(FinishingFault) -> Result {
        var content: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status = unsafe qpdf_oh_get_stream_data(
            data, stream, qpdf_dl_generalized, nil, &content, &count)
        defer { unsafe free(content) }
        try check(status)
        let buffer = unsafe UnsafeBufferPointer(start: content, count: content == nil ? 0 : count)
        return body(unsafe Span(_unsafeElements: buffer))
    }

    /// Writes the whole document: the same objects give the same bytes.
    func write(into sink: inout some ByteSink) throws(FinishingFault) {
        try check(unsafe qpdf_init_write_memory(data))
        unsafe qpdf_set_deterministic_ID(data, 1)
        unsafe qpdf_set_object_stream_mode(data, qpdf_o_generate)
        // PDF/A-3 (ISO 19005-3, 6.1.7.1) wants an end of line before `endstream`.
        unsafe qpdf_set_newline_before_endstream(data, 1)
        unsafe qpdf_set_minimum_pdf_version(data, "1.7")
        try check(unsafe qpdf_write(data))
        let count = unsafe qpdf_get_buffer_length(data)
        guard let start = unsafe qpdf_get_buffer(data) else { throw .memory }
        do throws(SinkFailure) {
            for offset in stride(from: 0, to: count, by: Self.piece) {
                let piece = unsafe UnsafeBufferPointer(
                    start: start + offset, count: min(Self.piece, count - offset))
                try sink.write(unsafe Array(piece))
            }
        } catch {
            throw .sink(error)
        }
    }

    private static let piece = 1 << 18
}
