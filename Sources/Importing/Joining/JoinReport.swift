import Basics
package import Model

/// Counts every message of every source once.
package struct JoinReport: Sendable, Equatable {
    package struct Source: Sendable, Equatable {
        package var id: String
        package var name: String?
        /// Messages that another source has as well.
        package var joined = 0
        package var onlyHere = 0
        /// Messages that the source lacks, although it covers their time.
        package var absent = 0
        package var unreadable = 0
    }

    /// An export that is part of another one.
    package struct Duplicate: Sendable, Equatable {
        package let name: String?
        package let messages: Int
    }

    package struct Entry: Sendable, Equatable {
        /// The number of the message in the joined conversation.
        package let message: Int
        package let difference: Difference
    }

    package private(set) var sources: [Source] = []
    package var duplicates: [Duplicate] = []
    package var unsure = 0
    package private(set) var differences: [Entry] = []
    var unreadable: [String: Int] = [:]

    init() {}

    mutating func count(_ talk: Conversation) {
        var places: [String: Int] = [:]
        for source in talk.sources {
            places[source.id] = sources.count
            var counted = Source(id: source.id)
            counted.name = source.name
            counted.unreadable = unreadable[source.id] ?? 0
            sources.append(counted)
        }
        for message in talk.messages where message.hasDetails {
            let details = message.details
            for id in details.sources {
                guard let place = places[id] else { continue }
                if details.sources.count > 1 {
                    sources[place].joined += 1
                } else {
                    sources[place].onlyHere += 1
                }
            }
            for difference in details.differences {
                if difference.kind == .absent, let place = places[difference.source] {
                    sources[place].absent += 1
                }
                differences.append(Entry(message: message.number, difference: difference))
            }
        }
    }

    package var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.objects("sources", sources) { writer, source in
                writer.member("id", source.id)
                writer.member("name", optional: source.name)
                writer.member("joined", source.joined)
                writer.member("only_here", source.onlyHere)
                writer.member("absent", source.absent)
                writer.member("unreadable", source.unreadable)
            }
            writer.objects("duplicates", duplicates) { writer, duplicate in
                writer.member("name", optional: duplicate.name)
                writer.member("messages", duplicate.messages)
            }
            writer.member("unsure", unsure)
            writer.objects("differences", differences) { writer, entry in
                writer.member("message", entry.message)
                writer.member("kind", entry.difference.kind.rawValue)
                writer.member("source", entry.difference.source)
                writer.member("text", optional: entry.difference.text)
                writer.member("at", optional: entry.difference.at?.text)
            }
        }
    }

    /// For a terminal.
    package var lines: [String] {
        sources.map { source in
            let words = [
                "\(source.joined) joined", "\(source.onlyHere) only here",
                source.absent > 0 ? "\(source.absent) of the others absent" : nil,
                source.unreadable > 0 ? "\(source.unreadable) unreadable" : nil,
            ]
            return "\(source.id) \(source.name ?? ""): "
                + words.compactMap(\.self).joined(separator: ", ")
        }
            + duplicates.map { "\($0.name ?? "an export"): contained in another one" }
            + (unsure > 0 ? ["\(unsure) unsure"] : [])
    }
}
