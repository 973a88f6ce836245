/// Returns the chat's name from the name of its file: `WhatsApp Chat with Ben.txt`, `WhatsApp Chat
/// - Ben.zip`.
enum WhatsAppTitle {
    static func read(_ fileName: String?, _ phrases: WhatsAppPhrases) -> String? {
        guard let fileName else { return nil }
        let plain = Marks.plain(Path.lastName(fileName)[...])
        let ending = Path.fileExtension(plain)
        let stem = ["txt", "zip"].contains(ending) ? withoutCopyMark(Path.stem(plain)) : plain
        for opening in phrases.chatNames where stem.hasPrefix(opening) {
            let title = stem.dropFirst(opening.count).trimmingBlanks()
            return title.isEmpty ? nil : title
        }
        return nil
    }

    static func isChatName(_ fileName: String, _ phrases: WhatsAppPhrases) -> Bool {
        let name = Path.lastName(fileName)
        return name == "_chat.txt" || read(name, phrases) != nil
    }

    /// Removes the number that browsers append to a second copy: `Ben (1)`.
    private static func withoutCopyMark(_ stem: String) -> String {
        guard let (name, number) = WhatsAppFileLine.parts(stem), Int(number) != nil else {
            guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
                Int(stem[stem.index(after: open)...].dropLast()) != nil
            else { return stem }
            return String(stem[..<open])
        }
        return String(name)
    }
}
