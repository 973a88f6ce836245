package import Conversation
package import Resources

/// One of the chats of an export, and how much of it there is.
package struct ChatSummary: Sendable, Equatable {
    package let chat: ChatName
    /// nil where it was not counted.
    package let messages: Int?
    package let first: Moment?
    package let last: Moment?

    /// - Parameter count: of a chat that could be read.
    init(_ chat: ChatName, _ conversation: Conversation?, count: Int? = nil) {
        self.chat = chat
        messages = conversation?.messages.count ?? count
        let times = conversation?.messages.lazy.compactMap(\.at)
        first = times?.min { $0.milliseconds < $1.milliseconds }
        last = times?.max { $0.milliseconds < $1.milliseconds }
    }
}

/// The chats that an export holds, each read once as far as that is worth it.
///
/// - Parameter effort: bytes to read for the counts, all chats together; what comes after goes
///   without.
package func chats(
    in export: Export, phrases: ImportPhrases, options: ImportOptions = ImportOptions(),
    effort: Int, allowance: Allowance = .unlimited
) throws(ImportError) -> [ChatSummary] {
    var options = options
    options.chat = nil
    let names: [ChatName]
    do throws(ImportError) {
        let imported = try read(export, phrases: phrases, options: options, allowance: allowance)
        let name = imported.conversation.title ?? export.name ?? imported.importer
        return [ChatSummary(ChatName(id: "", name: name), imported.conversation)]
    } catch .severalChats(let chats) {
        names = chats
    }
    var summaries: [ChatSummary] = []
    var spent = 0
    for name in names {
        guard allowance.goesOn else { throw .stopped }
        spent += max(export.size, 1 << 16)
        options.chat = name.id.isEmpty ? name.name : name.id
        guard spent <= effort else {
            summaries.append(ChatSummary(name, nil))
            continue
        }
        do throws(ImportError) {
            let chat = try read(export, phrases: phrases, options: options, allowance: allowance)
            summaries.append(ChatSummary(name, chat.conversation))
        } catch .noMessages {
            summaries.append(ChatSummary(name, nil, count: 0))
        } catch {
            // Whoever asks for this chat is told why.
            summaries.append(ChatSummary(name, nil))
        }
    }
    return summaries
}
