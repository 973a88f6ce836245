package import Basics
import Model
import Synchronization

/// A chat of an export of which every chat is read.
package struct DeliveredChat: Sendable {
    package internal(set) var name: ChatName
    package let read: Result<Imported, ImportError>
    /// The memory that reading reserved, which is released once the chat is taken.
    package var memory = 0
}

/// Reads every chat of an export, with the memory of one chat and of the places of the others.
///
/// Each chat is read as if it were the selected one. Formats that describe a chat before its
/// messages are read in one pass. Formats whose chats alternate, or that name chats after them, are
/// scanned first, and each message is read once more with its chat. Databases are asked chat by
/// chat. Mails of RSMF with events of several chats are opened once for each of them, and so are
/// files that each hold all chats of an account, to tell their chats apart.
///
/// - Parameter take: receives the chats in the order of the export. A chat that cannot be read does
///   not end the others.
package func readChats(
    of export: Export, phrases: ImportPhrases, options: ImportOptions,
    budget: WorkBudget = .unlimited,
    onProgress: @escaping ReadingProgress = { _, _, _ in },
    _ take: @escaping (DeliveredChat) throws(ImportError) -> Void
) throws(ImportError) {
    var options = options
    options.chat = nil
    let meter = BudgetMeter(budget)
    let readings = try readings(of: export, phrases, options, meter.budget, onProgress)
    if readings.parts.count == 1, readings.unread.isEmpty {
        let reading = readings.parts[0]
        return try deliver(
            reading, of: readings.backup, meter,
            only: { chat in
                ChatName(
                    id: "",
                    name: chat.conversation.title ?? export.name.map(Path.stem)
                        ?? reading.importer.title)
            }, take)
    }
    // Two parts may have a chat with the same ID.
    var places: [(part: Reading.Part?, chat: ChatName)] = []
    for reading in readings.parts {
        for chat in try names(in: reading) { places.append((reading.part, chat)) }
    }
    var distinct: [ChatPlace: ChatName] = [:]
    for (place, name) in zip(places, distinctNames(of: places)) {
        distinct[ChatPlace(part: place.part?.id, chat: place.chat)] = name
    }
    for reading in readings.parts {
        do throws(ImportError) {
            try deliver(reading, of: readings.backup, meter, only: { _ in reading.name }) {
                chat throws(ImportError) in
                var chat = chat
                let place = ChatPlace(part: reading.part?.id, chat: chat.name)
                chat.name = distinct[place] ?? chat.name
                try take(chat)
            }
        } catch .noMessages {
            continue
        } catch {
            guard error != .stopped else { throw error }
            try take(DeliveredChat(name: reading.name, read: .failure(error)))
        }
    }
    for (part, error) in readings.unread {
        try take(DeliveredChat(name: part.chat, read: .failure(error)))
    }
}

private struct ChatPlace: Hashable {
    let part: String?
    let chat: ChatName
}

/// - Parameter only: returns the name of the only chat, which the importer does not deliver.
private func deliver(
    _ reading: Reading, of backup: PhoneBackup?, _ meter: BudgetMeter,
    only: (Imported) -> ChatName,
    _ take: @escaping (DeliveredChat) throws(ImportError) -> Void
) throws(ImportError) {
    var hasDelivered = false
    var builder = reading.builder
    reading.begin(&builder)
    builder.purpose = .delivering
    builder.delivery = ChatDelivery(
        meter: meter,
        finish: { (builder) throws(ImportError) in try reading.finish(&builder, of: backup) },
        take: { (chat) throws(ImportError) in
            hasDelivered = true
            try take(chat)
        })
    try reading.importer.read(reading.claim, &builder)
    guard !hasDelivered else { return }
    builder.purpose = .reading
    let chat = try reading.finish(&builder, of: backup)
    try take(DeliveredChat(name: only(chat), read: .success(chat)))
}

private func names(in reading: Reading) throws(ImportError) -> [ChatName] {
    var builder = reading.builder
    builder.purpose = .listing
    do throws(ImportError) {
        try reading.importer.read(reading.claim, &builder)
    } catch {
        guard error != .stopped else { throw error }
        return []
    }
    return builder.summaries.isEmpty ? [reading.name] : builder.summaries.map(\.chat)
}

/// Returns whether a folder is the export of one account, instead of a folder of exports: whether
/// the files of one format hold more chats than there are files and folders in the folder that have
/// some, so that at least one of them holds several.
package func isAccount(
    _ folder: Export, phrases: ImportPhrases, options: ImportOptions,
    budget: WorkBudget = .unlimited
) throws(ImportError) -> Bool {
    var options = options
    options.chat = nil
    options.limits.archiveBytes = .max
    let readings: Readings
    do throws(ImportError) {
        readings = try Importing.readings(of: folder, phrases, options, budget) { _, _, _ in }
    } catch {
        // For example, files of several formats.
        guard error != .stopped else { throw error }
        return false
    }
    guard readings.backup == nil else { return true }
    guard readings.parts[0].candidates.dropFirst().allSatisfy({ $0.confidence <= .possible })
    else { return false }
    let sources = readings.parts[0].builder.sources
    func top(_ file: String) -> Substring { file.prefix { $0 != "/" } }
    let entries = Set(readings.parts.flatMap { $0.claim.files.map(top) })
    let hasArchive = sources.sentNames.contains { name in
        !name.contains("/") && !entries.contains(name[...])
            && ["zip", "tar", "gz", "tgz"].contains(Path.fileExtension(name))
    }
    guard !hasArchive else { return false }
    var chats = 0
    for reading in readings.parts { chats += try reading.names()?.count ?? 0 }
    return chats > entries.count
}

/// Measures what work reserves of a budget, so that it can be released when the work is done.
final class BudgetMeter: Sendable {
    private let base: WorkBudget
    private let level = Mutex(0)

    init(_ base: WorkBudget) { self.base = base }

    var budget: WorkBudget {
        WorkBudget { bytes in
            guard self.base.reserve(bytes) else { return false }
            if bytes != 0 { self.level.withLock { $0 += bytes } }
            return true
        }
    }

    var reserved: Int { level.withLock { $0 } }

    /// Releases what was reserved beyond `mark`.
    func release(to mark: Int) {
        let rest = level.withLock { level in
            defer { level = min(level, mark) }
            return max(0, level - mark)
        }
        if rest > 0 { base.release(rest) }
    }
}
