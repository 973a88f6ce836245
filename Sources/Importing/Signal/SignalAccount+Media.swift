import Basics
import Model

/// The attached files of a message in Signal's export.
extension SignalAccount {
    func attach(
        _ source: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let pointer = source["pointer"]
        let name = pointer?.text("fileName")
        var attachment = Attachment(
            kind: FileKind.kind(name: name, mime: pointer?.text("contentType")))
        switch source.text("flag") {
        case "VOICE_MESSAGE": attachment.kind = .voice
        case "GIF": attachment.kind = .gif
        case "BORDERLESS": attachment.kind = .sticker
        default: break
        }
        attachment.name = name.map(CleanText.line)
        attachment.width = pointer?.length("width")
        attachment.height = pointer?.length("height")
        attachment.caption = pointer?.text("caption").map(CleanText.clean)
        try find(pointer, &attachment, &builder, &sources)
        message.attachments.append(attachment)
    }

    func find(
        _ pointer: JSONValue?, _ attachment: inout Attachment, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let place = pointer?["locatorInfo"]
        attachment.size = place?.count("size")
        // An invalid hash matches no file, so the attachment is reported as missing.
        let hash = place?.text("plaintextHash").flatMap {
            try? Base64.decode(Array($0.utf8)[...], limit: 64)
        }
        let digits = hash.map { Hexadecimal.text(of: $0) } ?? ""
        guard let found = files[digits] ?? files[pointer?.text("fileName").map(Path.stem) ?? ""]
        else {
            return builder.miss(&attachment, "not in the export")
        }
        let name = attachment.name
        try builder.attach(found, to: &attachment, from: &sources)
        attachment.name = name ?? attachment.name
    }
}
