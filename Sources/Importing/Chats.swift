package import Basics
package import Model

/// The name of a chat in an export, with its message count and time range.
package struct ChatSummary: Sendable, Equatable {
    package let chat: ChatName
    /// The number of messages, or nil if they were not counted.
    package let messages: Int?
    package let first: Moment?
    package let last: Moment?

    /// - Parameter count: the number of messages if there is no conversation to count.
    init(_ chat: ChatName, _ conversation: Conversation?, count: Int? = nil) {
        self.chat = chat
        messages = conversation?.messages.count ?? count
        let times = conversation?.messages.lazy.compactMap(\.at)
        first = times?.min { $0.milliseconds < $1.milliseconds }
        last = times?.max { $0.milliseconds < $1.milliseconds }
    }
}

/// Lists the chats of an export with their counts.
///
/// Each chat is counted by reading the export once more, as long as `effort` allows.
///
/// - Parameter effort: the number of bytes that may be read for counting, all chats together.
///   Chats beyond this budget are listed without counts.
package func chats(
    in export: Export, phrases: ImportPhrases, options: ImportOptions, effort: Int,
    budget: WorkBudget = .unlimited
) throws(ImportError) -> [ChatSummary] {
    var options = options
    options.chat = nil
    let names: [ChatName]
    do throws(ImportError) {
        let imported = try read(export, phrases: phrases, options: options, budget: budget)
        let name = imported.conversation.title ?? export.name ?? imported.importer
        return [ChatSummary(ChatName(id: "", name: name), imported.conversation)]
    } catch .severalChats(let chats) {
        names = chats
    }
    var summaries: [ChatSummary] = []
    var spent = 0
    for name in names {
        guard budget.mayContinue else { throw .stopped }
        spent += max(export.size, 1 << 16)
        options.chat = name.id.isEmpty ? name.name : name.id
        guard spent <= effort else {
            summaries.append(ChatSummary(name, nil))
            continue
        }
        do throws(ImportError) {
            let chat = try read(export, phrases: phrases, options: options, budget: budget)
            summaries.append(ChatSummary(name, chat.conversation))
        } catch .noMessages {
            summaries.append(ChatSummary(name, nil, count: 0))
        } catch {
            // Selecting this chat reports the error.
            summaries.append(ChatSummary(name, nil))
        }
    }
    return summaries
}
