import CQPDF
import Glibc

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
