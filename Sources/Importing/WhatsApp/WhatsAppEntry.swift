extension WhatsAppTranscript {
    /// A line that begins a message, and the extent of the message. There is one entry per message,
    /// so offsets have 32 bits, and offsets near the start are relative to it.
    ///
    /// The transcript stores entries with offsets in the text, and returns them with offsets in its
    /// window.
    struct Entry {
        private var start: UInt32
        private var end: UInt32
        let stamp: LocalizedStamp
        /// The relative offsets of the author and the body. An author's name, with what surrounds
        /// it, is at most a few bytes longer than `maxAuthorLength`.
        private var authorStart: UInt8 = 0
        private var authorEnd: UInt8 = 0
        private var bodyStart: UInt8 = 0
        /// The positions of invisible marks, by which iPhones distinguish generated from typed
        /// text.
        var marking = Marking.none
        /// Whether the entry is a notice in the format of 2016, whose stamp has its own shape.
        var isBareNotice = false

        /// - Parameter whole: the range from the end of the stamp.
        init(_ stamp: LocalizedStamp, _ whole: Range<Int>) {
            self.stamp = stamp
            start = UInt32(whole.lowerBound)
            end = UInt32(whole.upperBound)
        }

        init(_ stamp: LocalizedStamp, _ whole: Range<Int>, author: Range<Int>, bodyStart: Int) {
            self.init(stamp, whole)
            authorStart = UInt8(author.lowerBound - whole.lowerBound)
            authorEnd = UInt8(author.upperBound - whole.lowerBound)
            self.bodyStart = UInt8(bodyStart - whole.lowerBound)
        }

        var hasAuthor: Bool { authorEnd > authorStart }
        /// The range of the author; empty if the line has none.
        var author: Range<Int> { Int(start) + Int(authorStart)..<Int(start) + Int(authorEnd) }
        /// The range after the author and colon, to the end of the message's last line.
        var body: Range<Int> { Int(start) + Int(bodyStart)..<Int(end) }
        /// The range from the end of the stamp, including the author.
        var whole: Range<Int> { Int(start)..<Int(end) }

        func moved(by distance: Int) -> Entry {
            var entry = self
            entry.start = UInt32(Int(start) + distance)
            entry.end = UInt32(Int(end) + distance)
            return entry
        }

        /// Extends the message by another line.
        mutating func extend(to end: Int) { self.end = UInt32(end) }
    }
}
