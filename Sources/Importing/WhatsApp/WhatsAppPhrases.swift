import Conversation
import Markup

/// Sentences that WhatsApp writes in place of a message, as far as their words are known.
enum WhatsAppPhrases {
    /// Takes `<This message was edited>` off a text's end: known words, or any words after a mark.
    static func withoutEditMark(_ text: String) -> (String, Bool) {
        guard text.utf8.last == UInt8(ascii: ">"),
            let open = text.utf8.lastIndex(of: UInt8(ascii: "<")), open > text.startIndex
        else { return (text, false) }
        let inner = text[text.utf8.index(after: open)...].dropLast()
        guard inner.utf8.count <= 80, !inner.holds(": ") else { return (text, false) }
        let before = text[..<open]
        let isMarked = before.utf8.suffix(3).elementsEqual([0xE2, 0x80, 0x8E])
        let bytes = Array(before.utf8)
        let body = Marks.trim(bytes, 0..<bytes.count)
        // Brackets with nothing before them are a file that was left out.
        guard !body.isEmpty, isMarked || edited.contains(Marks.plain(inner)) else {
            return (text, false)
        }
        return (String(decoding: bytes[..<body.upperBound], as: UTF8.self), true)
    }

    /// Whether a short text may be one of the sentences here, by its last word or as a whole.
    static func mayBeSentence(_ text: String) -> Bool {
        let bytes = text.utf8
        let words = bytes.lastIndex { $0 == 0x20 || $0 == 0x0A }
        let last = words.map { text[bytes.index(after: $0)...] } ?? text[...]
        if omittedVerbs.contains(String(last)) { return true }
        return text.holds(" call") || isDeleted(text) || isLiveLocation(text)
    }

    static func isDeleted(_ text: String) -> Bool {
        let bare = text.hasSuffix(".") ? String(text.dropLast()) : text
        return deleted.contains(bare) || deletedByMe.contains(bare)
            || deletingAdmin(bare) != nil
    }

    static func deletingAdmin(_ text: String) -> String? {
        let opening = "This message was deleted by admin "
        guard text.hasPrefix(opening) else { return nil }
        let name = text.dropFirst(opening.count)
        return CleanText.line(String(name.last == "." ? name.dropLast() : name))
    }

    /// The exporter is the one whom WhatsApp calls "You".
    static func isDeletedByMe(_ text: String) -> Bool {
        deletedByMe.contains(text.hasSuffix(".") ? String(text.dropLast()) : text)
    }

    static func isWaiting(_ text: String) -> Bool { text.hasPrefix("Waiting for this message") }

    static func isLiveLocation(_ text: String) -> Bool {
        ["live location shared", "Live location shared"].contains(text)
    }

    /// The words in `(file attached)`.
    static func isAttached(_ words: Substring) -> Bool { attached.contains(String(words)) }

    /// The words in `<Media omitted>`.
    static func isMediaOmitted(_ words: String) -> Bool {
        let lower = words.lowercased()
        if mediaOmitted.contains(lower) { return true }
        // In other languages: two words of which one is the word for media.
        let parts = lower.split(separator: " ")
        return parts.count == 2
            && parts.contains { part in mediaWords.contains { part.hasPrefix($0) } }
    }

    /// `image omitted`, `plan.pdf • 2 pages document omitted`: the kind, and the name where it
    /// stands.
    static func omitted(_ text: String, isMarked: Bool) -> (Attachment.Kind, String?)? {
        let words = text.split(separator: " ")
        guard let last = words.last, omittedVerbs.contains(String(last)) else { return nil }
        if let dot = text.place(of: " • ") {
            return (.file, text[..<dot.lowerBound].trimmingBlanks())
        }
        guard (2...6).contains(words.count), let noun = words.first?.lowercased() else {
            return nil
        }
        if let kind = nouns[noun] { return (kind, nil) }
        let isDocument = words.dropLast().last.map { nouns[$0.lowercased()] == .file } ?? false
        guard isDocument, isMarked else { return nil }
        return (.file, words.dropLast(2).joined(separator: " "))
    }

    /// Calls as far as English tells them: `Missed voice call`, `Video call, 3 min`.
    static func call(_ text: String) -> Call? {
        guard text.utf8.count <= 80 else { return nil }
        var words = text.lowercased()[...]
        var call = Call()
        for miss in ["missed ", "silenced "] where words.hasPrefix(miss) {
            words = words.dropFirst(miss.count)
            call.outcome = .missed
            call.direction = .in
        }
        if words.hasPrefix("group ") { words = words.dropFirst(6) }
        if words.hasPrefix("video call") {
            call.isVideo = true
        } else if !words.hasPrefix("voice call") {
            return nil
        }
        let rest = words.dropFirst(10)
        if rest.isEmpty || rest.hasPrefix(" at ") || rest == "." {
            return call.outcome == nil ? nil : call
        }
        guard rest.hasPrefix(", ") else { return nil }
        return finish(&call, String(rest.dropFirst(2)))
    }

    private static func finish(_ call: inout Call, _ end: String) -> Call? {
        if end.hasPrefix("tap to call back") { return call }
        if end.hasPrefix("no answer") {
            call.outcome = .unanswered
            call.direction = .out
            return call
        }
        let parts = end.split(separator: " ")
        guard parts.count.isMultiple(of: 2), parts.count >= 2 else { return nil }
        var seconds = 0.0
        for index in stride(from: 0, to: parts.count, by: 2) {
            guard let value = Double(parts[index]), value < 1e6 else { return nil }
            switch parts[index + 1].prefix(1) {
            case "s": seconds += value
            case "m": seconds += value * 60
            case "h": seconds += value * 3600
            default: return nil
            }
        }
        call.outcome = .answered
        call.duration = seconds
        return call
    }

    private static let edited: Set<String> = [
        "This message was edited", "Diese Nachricht wurde bearbeitet", "Se editó este mensaje",
        "Este mensaje fue editado", "Mensagem editada", "Ce message a été modifié",
        "Questo messaggio è stato modificato", "Dit bericht is bewerkt", "Сообщение изменено",
        "Bu mesaj düzenlendi", "تم تعديل هذه الرسالة",
    ]

    private static let deleted: Set<String> = [
        "This message was deleted", "Diese Nachricht wurde gelöscht", "Se eliminó este mensaje",
        "Este mensaje fue eliminado", "Essa mensagem foi apagada", "Esta mensagem foi apagada",
        "Mensagem apagada", "Ce message a été supprimé", "Questo messaggio è stato eliminato",
        "Dit bericht is verwijderd", "Данное сообщение удалено", "Сообщение удалено",
        "Bu mesaj silindi", "تم حذف هذه الرسالة", "Ta wiadomość została usunięta",
        "Tato zpráva byla odstraněna",
    ]

    private static let deletedByMe: Set<String> = [
        "You deleted this message", "Du hast diese Nachricht gelöscht", "Eliminaste este mensaje",
        "Você apagou esta mensagem", "Você apagou essa mensagem", "Vous avez supprimé ce message",
        "Hai eliminato questo messaggio", "U heeft dit bericht verwijderd",
        "Je hebt dit bericht verwijderd", "Вы удалили данное сообщение", "Bu mesajı sildiniz",
        "لقد حذفت هذه الرسالة",
    ]

    private static let attached: Set<String> = [
        "file attached", "Datei angehängt", "archivo adjunto", "arquivo anexado", "fichier joint",
        "file allegato", "bestand bijgevoegd", "файл добавлен", "soubor byl přiložen",
        "dosya ekli", "plik dołączony", "الملف مرفق", "ficheiro anexado",
    ]

    private static let mediaWords = ["media", "médi", "medi", "multimedia", "медиа"]

    private static let mediaOmitted: Set<String> = [
        "archivo omitido", "multimedia omitido", "arquivo de mídia oculto", "mídia omitida",
        "fichier média omis", "medya dahil edilmedi", "تم استبعاد الوسائط", "вложение опущено",
        "pominięto multimedia", "मीडिया छोड़ा गया", "file omitted",
    ]

    private static let omittedVerbs: Set<String> = [
        "omitted", "weggelassen", "ausgelassen", "omitido", "omitida", "ocultado", "ocultada",
        "absente", "absent", "omis", "omise", "retiré", "manquant", "omesso", "omessa", "esclusa",
        "incluso", "weggelaten",
    ]

    private static let nouns: [String: Attachment.Kind] = [
        "image": .image, "bild": .image, "imagen": .image, "imagem": .image, "immagine": .image,
        "afbeelding": .image, "photo": .image, "video": .video, "vídeo": .video, "vidéo": .video,
        "audio": .voice, "áudio": .voice, "gif": .gif, "sticker": .sticker, "figurinha": .sticker,
        "document": .file, "dokument": .file, "documento": .file, "contact": .contact,
        "kontaktkarte": .contact, "tarjeta": .contact, "cartão": .contact, "scheda": .contact,
        "fiche": .contact, "contactkaart": .contact, "media": .file,
    ]
}
