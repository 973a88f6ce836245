extension WhatsAppTranscript {
    /// A line that begins a message, and the extent of the message. There is one for each message:
    /// its places are offsets of 32 bits, and places near its start are relative to it.
    ///
    /// The transcript keeps them with places in the text, and lends them with places in its window.
    struct Entry {
        private var start: UInt32
        private var end: UInt32
        let stamp: WhatsAppStamp
        /// An author's name begins, ends and is left behind within `maxAuthorLength` bytes and a
        /// few.
        private var authorStart: UInt8 = 0
        private var authorEnd: UInt8 = 0
        private var bodyStart: UInt8 = 0
        /// Which invisible marks stand where: iPhones tell by them what is no typed text.
        var marking = Marking.none
        /// A notice in the form of 2016, whose stamp has a shape of its own.
        var isBareNotice = false

        /// - Parameter whole: from the end of the stamp on.
        init(_ stamp: WhatsAppStamp, _ whole: Range<Int>) {
            self.stamp = stamp
            start = UInt32(whole.lowerBound)
            end = UInt32(whole.upperBound)
        }

        init(_ stamp: WhatsAppStamp, _ whole: Range<Int>, author: Range<Int>, bodyStart: Int) {
            self.init(stamp, whole)
            authorStart = UInt8(author.lowerBound - whole.lowerBound)
            authorEnd = UInt8(author.upperBound - whole.lowerBound)
            self.bodyStart = UInt8(bodyStart - whole.lowerBound)
        }

        var hasAuthor: Bool { authorEnd > authorStart }
        /// Empty where the line has none.
        var author: Range<Int> { Int(start) + Int(authorStart)..<Int(start) + Int(authorEnd) }
        /// Past the author and its colon, to the end of the last line that belongs to it.
        var body: Range<Int> { Int(start) + Int(bodyStart)..<Int(end) }
        /// From the end of the stamp, author and all.
        var whole: Range<Int> { Int(start)..<Int(end) }

        /// The same, counted from elsewhere.
        func moved(by distance: Int) -> Entry {
            var entry = self
            entry.start = UInt32(Int(start) + distance)
            entry.end = UInt32(Int(end) + distance)
            return entry
        }

        /// Takes another line in.
        mutating func extend(to end: Int) { self.end = UInt32(end) }
    }
}
