/// Small objects that share a compressed stream (ISO 32000-1, 7.5.7), so that a structure of
/// thousands of elements stays small.
struct PackedObjects {
    private static let maxCount = 400
    private static let maxBytes = 1 << 16

    private var markup = PDFMarkup()
    private var offsets: [Int] = []
    /// The numbers of the objects, in the order of the stream.
    private(set) var numbers: [Int] = []

    var isFull: Bool { numbers.count >= Self.maxCount || markup.bytes.count >= Self.maxBytes }
    /// Whether the stream is worth ending before it is full, so that another worker compresses it.
    var isLarge: Bool { markup.bytes.count >= Self.maxBytes / 4 }

    mutating func add(_ reference: PDFReference, _ body: (inout PDFMarkup) -> Void) {
        numbers.append(reference.number)
        offsets.append(markup.bytes.count)
        body(&markup)
        markup.raw("\n")
    }

    /// Returns the objects as a stream, and begins the next one.
    mutating func takeStream(as reference: PDFReference) -> PendingStream {
        var content = PDFMarkup()
        for (number, offset) in zip(numbers, offsets) {
            content.integer(number)
            content.integer(offset)
        }
        let kind = PendingStream.Kind.objects(count: numbers.count, first: content.bytes.count)
        content.raw(markup.bytes)
        numbers.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        markup.removeAll()
        return PendingStream(reference: reference, kind: kind, bytes: content.bytes)
    }
}
