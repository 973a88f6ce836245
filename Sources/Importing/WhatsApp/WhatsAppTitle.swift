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

    /// Returns the chat's name from the name of its file or of the file's folder.
    static func read(path: String, _ phrases: WhatsAppPhrases) -> String? {
        read(path, phrases) ?? read(folder(of: path), phrases)
    }

    /// Returns a name by which a chat is selected among others.
    static func name(of path: String, _ phrases: WhatsAppPhrases) -> String? {
        if let title = read(path: path, phrases) { return title }
        let folder = folder(of: path)
        return Path.lastName(path) == standardName && !folder.isEmpty ? folder : nil
    }

    private static func folder(of path: String) -> String {
        Path.lastName(String(Path.folder(path).dropLast()))
    }

    /// The name of an iPhone's chat, which states nothing.
    private static let standardName = "_chat.txt"

    static func isChatName(_ fileName: String, _ phrases: WhatsAppPhrases) -> Bool {
        let name = Path.lastName(fileName)
        return name == standardName || read(name, phrases) != nil
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
