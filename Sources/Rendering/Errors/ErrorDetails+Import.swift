package import Importing
import Model

extension ErrorDetails {
    package init(_ error: ImportError) {
        switch error {
        case .json(let file, let error):
            self.init(error)
            if !file.isEmpty { detail = "\(file.shortened): " + detail }
        case .unreadable(let file, let offset):
            self.init(unreadableFrom: offset)
            detail = "\(file.shortened): " + detail
        case .conversation(let error): self.init(error)
        case .limit(let limit, let most, let actual, let place):
            self.init(limit, most, actual, place)
        case .archive(.limit(let limit, let most, let actual, let entry)):
            self.init(limit, most, actual, entry)
        case .stopped: self.init(RenderFault.timeout)
        case .memory: self.init(RenderFault.memory)
        case .archive(let fault):
            self.init(fault.sentence)
        case .xml(let file, let fault):
            self.init(
                (file.isEmpty ? "Line" : "\(file.shortened), line")
                    + " \(fault.line): \(fault.reason.sentence).")
            line = fault.line
            offset = fault.offset
        case .empty:
            self.init("The export is empty.")
        case .unknownImporter(let name, let allowed):
            self.init(
                "The parameter \"from\" is \"\(name.shortened)\"; \"allowed\" lists the formats.")
            self.allowed = allowed
            suggest(name, among: allowed)
        case .unrecognized(let candidates):
            self.init(
                candidates.isEmpty
                    ? "A text needs a line with its sender for each message, such as \"Ana: Hi\". For "
                        + "an export, name the format with the parameter \"from\"; GET /importers lists all "
                        + "formats. For JSON, \"json\" reads fields by their usual names."
                    : "Several formats match. Choose one of \"allowed\" with the parameter \"from\"."
            )
            allowed = candidates.map(\.importer)
        case .misread(let misreading):
            self.init(
                "\(misreading.sentence) Rename the fields, or set the parameter \"from\": json reads "
                    + "fields by their usual names, chatprint ignores unknown fields.")
            allowed = ["json", "chatprint"]
            suggest(misreading.review.others.lazy.compactMap(FieldReview.meaning).first)
        case .notFound(let importer, let expected):
            self.init(
                "\(importer) expects \(expected).")
        case .invalid(let file, let place, let expected):
            self.init(
                "\(file.shortened) \(place): expected \(expected).")
            pointer = place
        case .noMessages(let importer):
            self.init(
                "The export was read as \(importer), but contains no messages.")
        case .severalChats(let chats):
            self.init(
                "Choose one with the parameter \"chat\"; \"allowed\" lists them.")
            allowed = chats.prefix(200).map(\.name)
        case .unknownChat(let name, let chats):
            self.init(
                "The parameter \"chat\" is \"\(name.shortened)\"; \"allowed\" lists the chats.")
            allowed = chats.prefix(200).map(\.name)
            suggest(name, among: allowed)
        case .unknownTimeZone(let name):
            self.init(
                "The parameter \"timezone\" is \"\(name.shortened)\"; write an IANA name such as Europe/Berlin."
            )
        }
    }

    private init(_ limit: Limits.Setting, _ most: Int, _ actual: Int, _ place: String) {
        self.init(
            "\(place.isEmpty ? "The export" : place.shortened) has \(actual), but the limit is \(most) "
                + "(setting \(limit.rawValue)).")
        self.limit = most
        setting = limit.rawValue
    }
}

extension Misreading {
    private static let maxNames = 8

    /// Describes which fields were found and their names in the importer's format.
    fileprivate var sentence: String {
        var sentences: [String] = []
        if !path.isEmpty {
            let place = path.joined(separator: ".").shortened
            sentences.append("Its messages are in \"\(place)\" instead of \"messages\".")
        }
        if review.misread > 0 {
            sentences.append(
                (review.messages == 1
                    ? "Its message is"
                    : "\(review.misread) of its first \(review.messages) messages are")
                    + " not in Chatprint's format.")
        }
        if !review.renamed.isEmpty {
            let names = review.renamed.prefix(Self.maxNames)
                .map { "\"\($0.found.shortened)\" is called \"\($0.ownName)\"" }
            sentences.append("In that format, \(names.joined(separator: ", ")).")
        }
        if !review.others.isEmpty {
            let names = review.others.prefix(Self.maxNames).map { name in
                let meant = FieldReview.meaning(ofMisspelled: name)
                return name.shortened + (meant.map { " (did you mean \"\($0)\"?)" } ?? "")
            }
            sentences.append("Unknown fields: \(names.joined(separator: ", ")).")
        }
        if review.renamed.isEmpty, review.others.isEmpty {
            sentences.append(
                (review.messages == 1 ? "It has" : "They have") + " neither text nor attachments.")
        }
        let text = sentences.joined(separator: " ")
        return file.isEmpty ? text : "\(file.shortened): \(text)"
    }
}

extension ArchiveFault {
    fileprivate var sentence: String {
        switch self {
        case .unreadable: "The archive is damaged, or not a ZIP file."
        case .encrypted(let entry): "\(entry.shortened) is encrypted."
        case .nested(let entry):
            "\(entry.shortened) is an archive inside the archive. Send the inner archive instead."
        case .corrupt(let entry): "\(entry.shortened) is damaged."
        case .unsupportedCompression(let entry):
            "\(entry.shortened) uses an unsupported compression method."
        case .limit(let limit, let most, _, let entry):
            "\(entry.shortened) exceeds the limit \(limit.rawValue) of \(most)."
        }
    }
}

extension XMLFault.Reason {
    fileprivate var sentence: String {
        switch self {
        case .documentType: "document type declarations are not supported"
        case .entity(let name): "the entity \(name.shortened) is not defined"
        case .malformed: "the markup is malformed"
        case .unexpectedEnd: "the text ends too early"
        case .tooDeep(let limit): "elements are nested more than \(limit) deep"
        }
    }
}
