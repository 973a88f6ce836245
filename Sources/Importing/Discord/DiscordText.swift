import Basics
import Model

/// DiscordChatExporter's plain text: a heading between rules, then messages, each under a line with
/// its time and author. Dates are in the locale of the machine that wrote them.
struct DiscordText {
    private var stamps: LocalizedStampReader
    private var found: [(stamp: LocalizedStamp, message: DiscordPlainMessage)] = []
    /// The number of lines before the first message that are neither the heading nor blank.
    private var stray = 0
    /// The part of the message to which the next lines belong.
    private var part = Part.content

    private enum Part: String {
        case content, forwarded = "{Forwarded Message}", attachments = "{Attachments}"
        case embed = "{Embed}", stickers = "{Stickers}", reactions = "{Reactions}"
    }

    struct Heading: Hashable {
        var guild = ""
        var channel = ""
        var topic: String?

        /// Returns nil if the text does not begin with a rule, the server and the channel.
        init?(_ bytes: [UInt8]) {
            var lines = Lines(bytes).lazy.prefix(12).map { range in
                String(decoding: bytes[range].prefix(1_000), as: UTF8.self)
            }.filter { !$0.trimmingBlanks().isEmpty }.makeIterator()
            guard let rule = lines.next(), DiscordText.isRule(rule) else { return nil }
            while let line = lines.next(), !DiscordText.isRule(line) {
                guard let colon = line.place(of: ": ") else { continue }
                let value = line[colon.upperBound...].trimmingBlanks()
                switch line[..<colon.lowerBound] {
                case "Guild": guild = value
                // The channel's category precedes its name.
                case "Channel": channel = value.components([" / "]).last ?? value
                case "Topic": topic = value
                default: continue
                }
            }
            guard !guild.isEmpty, !channel.isEmpty else { return nil }
        }
    }

    static func isText(_ head: [UInt8]) -> Bool {
        Heading(TextFile.decode(Array(head.prefix(16 << 10))).bytes) != nil
    }

    private static func isRule(_ line: String) -> Bool {
        line.utf8.count >= 20 && line.utf8.allSatisfy { $0 == UInt8(ascii: "=") }
    }

    static func read(
        _ files: [String], _ sources: inout ExportFiles, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var channels: [(heading: Heading?, files: [String])] = []
        for file in files {
            let head = TextFile.decode(sources.prefix(of: file, count: Probe.headLength)).bytes
            let heading = Heading(head)
            if let place = channels.firstIndex(where: { $0.heading == heading }) {
                channels[place].files.append(file)
            } else {
                channels.append((heading, [file]))
            }
        }
        let names = channels.map {
            ChatName(id: $0.files[0], name: $0.heading?.channel ?? Path.stem($0.files[0]))
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let channel = channels[index]
            builder.conversation.service = .discord
            builder.needsSorting = channel.files.count > 1
            builder.begin(channel.heading)
            for file in channel.files {
                var text = DiscordText(stamps: LocalizedStampReader(builder.phrases.whatsApp))
                try text.read(try sources.document(file), sources.budget)
                var dates = LocalizedDates(
                    text.found.lazy.map(\.stamp), order: builder.options.dateOrder,
                    year: builder.options.year)
                for (stamp, message) in text.found {
                    var message = message
                    message.at = dates.time(of: stamp).map { builder.moment($0) }
                    try builder.add(message.record, from: &sources, document: file)
                }
                dates.warn(of: "message", &builder)
                builder.warn(linesBeforeFirstMessage: text.stray)
            }
        }
    }

    private init(stamps: LocalizedStampReader) { self.stamps = stamps }

    // MARK: Lines

    private mutating func read(
        _ document: [UInt8], _ budget: WorkBudget
    ) throws(ImportError) {
        let bytes = TextFile.decode(document).bytes
        stamps.take(bytes)
        let hasHeading = Heading(Array(bytes.prefix(16 << 10))) != nil
        var isBlank = true
        for range in Lines(bytes) {
            guard budget.mayContinue else { throw .stopped }
            // Only a line after a blank line begins a message: pasted lines follow other text.
            if isBlank || !hasHeading, let header = header(bytes, range) {
                found.append(header)
                part = .content
                isBlank = false
                continue
            }
            let line = String(decoding: bytes[range], as: UTF8.self)
            isBlank = line.trimmingBlanks().isEmpty
            add(line, isBlank)
        }
        for index in found.indices {
            found[index].message.content = found[index].message.content.trimmingBlanks()
        }
    }

    /// Parses `[15/01/2024 10:30] ana#1234 (pinned)`.
    private mutating func header(
        _ bytes: [UInt8], _ range: Range<Int>
    ) -> (stamp: LocalizedStamp, message: DiscordPlainMessage)? {
        guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "[") else { return nil }
        let limit = min(range.upperBound, range.lowerBound + LocalizedStampReader.maxLength + 2)
        guard
            let close = bytes[range.lowerBound..<limit].firstIndex(of: UInt8(ascii: "]")),
            close + 2 < range.upperBound, bytes[close + 1] == 0x20,
            let stamp = stamps.read(range.lowerBound + 1..<close)
        else { return nil }
        var author = String(decoding: bytes[(close + 2)..<range.upperBound], as: UTF8.self)
            .trimmingBlanks()
        let isPinned = author.hasSuffix(" (pinned)")
        if isPinned { author = String(author.dropLast(9)) }
        guard !author.isEmpty, author.utf8.count <= 200 else { return nil }
        var message = DiscordPlainMessage(author: author)
        message.isPinned = isPinned
        return (stamp, message)
    }

    private mutating func add(_ line: String, _ isBlank: Bool) {
        guard let last = found.indices.last else {
            if !isBlank, !Self.isRule(line), line.place(of: ": ") == nil { stray += 1 }
            return
        }
        if let next = Part(rawValue: line), next != .content {
            part = next
            if next == .embed { found[last].message.embeds.append([]) }
            if next == .forwarded { found[last].message.isForwarded = true }
            return
        }
        switch part {
        case .content:
            // The text after the last rule is the message count.
            if Self.isRule(line) { return part = .reactions }
            found[last].message.content += line + "\n"
        case .forwarded:
            if !line.hasPrefix("Originally sent: ") { found[last].message.content += line + "\n" }
        case _ where isBlank || Self.isRule(line) || line.hasPrefix("Exported "): return
        case .attachments: found[last].message.attachments.append(line)
        case .stickers: found[last].message.stickers.append(line)
        case .embed:
            let embed = found[last].message.embeds.count - 1
            found[last].message.embeds[embed].append(line)
        case .reactions: found[last].message.reactions += Self.reactions(line)
        }
    }

    /// Splits `👍 (2) ❤ :party: (3)`: each emoji, with a number in parentheses if there are several.
    private static func reactions(_ line: String) -> [String] {
        var reactions: [String] = []
        for word in line.split(separator: " ") {
            if word.hasPrefix("("), word.hasSuffix(")"), let last = reactions.indices.last {
                reactions[last] += " " + word
            } else {
                reactions.append(String(word))
            }
        }
        return reactions
    }
}

extension ConversationBuilder {
    fileprivate mutating func begin(_ heading: DiscordText.Heading?) {
        guard let heading else { return }
        let isDirect = heading.guild.hasPrefix("Direct Message")
        let name = CleanText.line(heading.channel)
        conversation.title = isDirect ? name : "#" + name
        conversation.subtitle = isDirect ? nil : CleanText.line(heading.topic ?? heading.guild)
        conversation.kind = isDirect ? .direct : .group
        isKindKnown = true
    }
}
