import Basics
import Evidence
import Foundation
import Graphics
import HTTP
import Model
import Server
import System
import Testing

@testable import Chatprint
@testable import Importing
@testable import Rendering
@testable import Service
@testable import Themes
@testable import chatprint

/// Compares what the service, the command and the library say about every fault with a golden.
/// With CHATPRINT_RECORD=1, the golden is rewritten and the test fails, so that no run passes by
/// recording.
@Suite struct FaultTests {
    private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Goldens/faults.txt")

    @Test func everyFaultIsExplainedAsInTheGolden() throws {
        let text = Self.text
        if ProcessInfo.processInfo.environment["CHATPRINT_RECORD"] == "1" {
            try text.write(to: Self.golden, atomically: true, encoding: .utf8)
            Issue.record("recorded \(Self.golden.lastPathComponent)")
            return
        }
        let golden = try String(contentsOf: Self.golden, encoding: .utf8)
        guard text != golden else { return }
        let (new, old) = (text.split(separator: "\n"), golden.split(separator: "\n"))
        let differences = new.difference(from: old).prefix(20).map { "\($0)" }
        Issue.record("\(differences.joined(separator: "\n"))")
    }

    /// The title is printed before the detail.
    @Test func noDetailRepeatsItsTitle() {
        for (label, error) in Self.jobs + Self.problems {
            let details = [error.detail, error.commandDetail]
            #expect(!details.contains { $0.hasPrefix(error.title) }, "\(label)")
        }
    }

    private static var text: String {
        (jobs.map { $0.0 + "\n" + printed($0.0, $0.1) }
            + problems.map { $0.0 + "\n" + http($0.1) + "\n" }
            + sentences.map { $0.0 + "\n  command   " + $0.1 + "\n" }).joined(separator: "\n")
    }

    // MARK: - The three printers

    private static func http(_ problem: Explanation) -> String {
        let retry = problem.retryAfter.map { " retry after \($0)" } ?? ""
        return "  http      \(problem.httpStatus)\(retry) "
            + String(decoding: problem.json(requestID: nil), as: UTF8.self)
    }

    private static func printed(_ label: String, _ error: Explanation) -> String {
        var lines = [http(error)]
        let text = ProblemText(error, path: "chat.json", command: ["render"]).text
        lines.append("  command   " + text.replacing("\n", with: "\n            "))
        let batch = String(decoding: error.commandJSON, as: UTF8.self)
        if batch != String(decoding: error.json(requestID: nil), as: UTF8.self) {
            lines.append("  batch     " + batch)
        }
        if label.hasPrefix("theme.") || label == "job.theme" {
            let option = ProblemText(
                error, path: "chat.json", command: ["render"], hasThemeOption: true)
            lines.append("  --theme   " + option.text.replacing("\n", with: "\n            "))
        }
        if ["render.", "picture.", "signing.", "timestamp."].contains(where: label.hasPrefix) {
            lines.append("  drawing   " + error.commandDetail)
        }
        let thrown = ChatprintError(error)
        lines.append(
            "  library   \(name(of: thrown)): "
                + thrown.description.replacing("\n", with: "\n            "))
        for fault in thrown.faults {
            let place = [
                fault.pointer.map { "pointer \($0)" }, fault.line.map { "line \($0)" },
                fault.column.map { "column \($0)" }, fault.suggestion.map { "suggestion \($0)" },
                fault.allowed.isEmpty ? nil : "allowed \(fault.allowed.joined(separator: ", "))",
            ].compactMap(\.self)
            if !place.isEmpty { lines.append("            · " + place.joined(separator: ", ")) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func name(of value: Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? String(describing: value)
    }

    private static func named<Value>(_ group: String, _ values: [Value]) -> [(String, Value)] {
        values.map { (group + "." + name(of: $0), $0) }
    }

    // MARK: - Faults of a job

    private static let long = String(repeating: "long ", count: 20)

    private static var jobs: [(String, Explanation)] {
        var jobs = otherFaults
        jobs += named("parameter", parameters).map { ($0.0, $0.1.explanation) }
        jobs += named("conflict", conflicts).map { ($0.0, $0.1.explanation) }
        jobs += named("json", jsonErrors).map { ($0.0, $0.1.explanation) }
        jobs += named("json.syntax", syntaxFaults).map {
            ($0.0, JSONError.syntax(place, $0.1).explanation)
        }
        jobs += named("conversation", conversationErrors).map { ($0.0, $0.1.explanation) }
        jobs += fieldFaults.map {
            ("field." + name(of: $0.reason), ConversationError.invalid([$0]).explanation)
        }
        jobs += named("theme", themeReasons).flatMap { name, reason in
            ["/theme/bubble/tail", "/theme"].map {
                (name, ThemeFaults(at: $0, reason).explanation)
            }
        }
        jobs += named("importing", importErrors).map { ($0.0, $0.1.explanation) }
        jobs += named("archive", archiveFaults).map {
            ($0.0, ImportError.archive($0.1).explanation)
        }
        jobs += named("xml", xmlReasons).flatMap { name, reason in
            ["", "wl.xml"].map { file in
                let fault = XMLFault(offset: 97, line: 7, reason: reason)
                return (name, ImportError.xml(file: file, fault).explanation)
            }
        }
        jobs += named("render", renderFaults).map { ($0.0, $0.1.explanation) }
        jobs += named("picture", pictureFaults).flatMap { name, fault in
            ["/messages/3/image", ""].map { (name, fault.explanation(at: $0)) }
        }
        jobs += named("signing", signingFailures).map { ($0.0, $0.1.explanation) }
        jobs += named("timestamp", timestampFaults).map {
            ($0.0, SigningFailure.timestamp($0.1).explanation)
        }
        jobs += named("verification", [Verifier.Failure.memory, .stopped]).map {
            ($0.0, $0.1.explanation)
        }
        jobs += named("pdf", readFaults).map { ($0.0, $0.1.explanation) }
        return jobs
    }

    private static var otherFaults: [(String, Explanation)] {
        let faults = ThemeFaults([
            ThemeFault(at: "/theme/a", .missing), ThemeFault(at: "/theme/b", .badBase64),
        ])
        return [
            ("job.nothingLeft", .nothingLeft(of: 12)),
            ("job.unreadable", .unreadable("photos/IMG_1.jpg")), ("job.noSigner", .noSigner),
        ] + [faults].compactMap { $0 }.map { ("job.theme", $0.explanation) }
    }

    private static let parameters: [ParameterFault] = [
        .dateOrder("xyz"), .year("MMXX"), .flag("maybe", name: "strict"),
        .unknown("formt", known: ["chain"]), .unknown("chian", known: ["chain"]),
        .repeated("redact.pattern"), .repeated("me"), .part("password"),
    ]

    private static let conflicts: [OptionConflict] = [
        .cairo(.production), .cairo(.evidence), .cairo(.signatures), .cairo(.passwords),
        .cairo(.clips), .canvas(.mp4), .canvasOfProduction, .canvasWithEvidence, .frame(.mp4),
        .frameWithEvidence, .moment(.zip), .motionWithEvidence, .excerptWithEvidence,
        .splitting(.gif), .splitting(.rsmf), .productionPrefix, .evidenceInFrames,
        .evidenceNotArchival, .evidenceOnEndlessPage, .signature(.png), .signatureWithoutName,
        .password(.png), .passwordWithSignature, .passwordWithEvidence,
    ]

    private static let place = JSONPosition(offset: 60, line: 3, column: 14)

    private static let jsonErrors: [JSONError] = [
        .tooDeep(place, limit: 64), .encoding(offset: 2), .encoding(offset: 900),
        .unreadable(offset: 4096), .stopped,
    ]

    private static let syntaxFaults: [JSONError.Fault] = [
        .empty, .unexpectedEnd, .notAValue(0x40), .unknownLiteral, .singleQuote, .comment,
        .strayComma, .missingComma, .missingColon, .unquotedKey, .leadingZero, .malformedNumber,
        .unknownEscape(0x78), .malformedUnicodeEscape, .controlCharacter(0x07),
        .unterminatedString, .trailingContent,
    ]

    private static let warning = Warning(
        .unknownField, at: "/messages/0/txt", "The field \"txt\" is unknown and was ignored",
        meant: "text")

    private static var conversationErrors: [ConversationError] {
        Limits.Setting.allCases.map { .tooMany($0, limit: 1000, pointer: "/messages/1000") } + [
            .strict([warning], count: 1),
            .strict([Warning(.remoteMedia, at: "", "A picture is a URL"), warning], count: 7),
            .invalid([
                FieldFault(at: "/me", .empty),
                FieldFault(
                    at: "/output/scale", parameter: "scale",
                    .outOfRange(value: "9", lower: 0.5, upper: 8)),
            ]),
            .invalid([]), .stopped,
        ]
    }

    private static let fieldFaults: [FieldFault] = [
        FieldFault(at: "/messages", .missing),
        FieldFault(at: "", .missing),
        FieldFault(at: "/messages/1/text", .missing, misspelled: "txet"),
        FieldFault(at: "/output/page", .missing, misspelled: "/page"),
        FieldFault(at: "/me", .wrongType(expected: [.string], found: .number)),
        FieldFault(at: "/me", .wrongType(expected: [.string, .object], found: .null)),
        FieldFault(
            at: "/output/format", parameter: "format",
            .notAllowed(value: "pgn", allowed: ["png", "pdf"])),
        FieldFault(at: "/mode", .notAllowed(value: long, allowed: ["auto"])),
        FieldFault(at: "/messages/0", .notOne(of: ["text", "image"])),
        FieldFault(at: "/messages/0", .notOne(of: ["text", "image", "file"])),
        FieldFault(at: "/messages/0", .notBoth("\"text\"", "\"markdown\"")),
        FieldFault(
            at: "/output/scale", parameter: "scale",
            .outOfRange(value: "9", lower: 0.5, upper: 8)),
        FieldFault(at: "/a", .outOfRange(value: "-1", lower: 0, upper: nil, unit: "points")),
        FieldFault(at: "/a", .outOfRange(value: "9", lower: nil, upper: 8)),
        FieldFault(at: "/a", .outOfRange(value: "9", lower: nil, upper: nil)),
        FieldFault(at: "", parameter: "redact.names", .repeated),
        FieldFault(at: "/messages", .empty),
        FieldFault(
            at: "/messages/2/text",
            .tooLong(actual: 70_000, limit: 65_536, setting: .messageCharacters)),
        FieldFault(at: "/highlight", parameter: "highlight", .tooManyValues(actual: 90, most: 64)),
        FieldFault(at: "/messages/0/at", .malformedTime("yesterday")),
        FieldFault(at: "/timezone", parameter: "timezone", .unknownTimeZone("Berlin")),
        FieldFault(at: "/locale", .malformedLocale("german")),
        FieldFault(at: "/output/password", parameter: "output.password", .malformedPassword),
        FieldFault(at: "/redact/0/reason", .malformedReason("\"§")),
        FieldFault(at: "/messages/0/image", .malformedBase64(offset: 12)),
        FieldFault(at: "/output/page/margin", .malformedLength("2 parsecs")),
        FieldFault(at: "/output/color", .malformedColor("reddish")),
        FieldFault(at: "/redact/0/pattern", .malformedPattern("(", .unbalancedParenthesis)),
        FieldFault(at: "/redact/0/pattern", .malformedPattern("x*", .matchesNothing)),
        FieldFault(at: "/output", parameter: "output", .wholePart),
        FieldFault(at: "/redact/0/name", .unsearchable("…")),
    ]

    private static let themeReasons: [ThemeFault.Reason] = [
        .wrongForm(expected: .color, found: .number), .outOfRange(value: 9, allowed: 0...1),
        .unknownChoice(value: "curly", allowed: ["curl", "none"]), .badColor(value: "reddish"),
        .wrongCount(actual: 9, allowed: 1...4), .badFamily(value: "\u{1}"),
        .unknownKey(name: "talil", allowed: ["tail", "radius"]),
        .unknownKey(name: "zzz", allowed: ["tail", "radius"]),
        .unknownTheme(name: "imesage", known: ["imessage", "print"]),
        .unknownTheme(name: "../../etc/passwd", known: ["imessage", "print"]),
        .extendsLoop(names: ["a", "b", "a"]), .extendsTooDeep(limit: 8),
        .unknownPicture(name: "wall.png"), .badBase64,
        .pictureTooLarge(limit: 1000, actual: 2000), .tooManyPictures(limit: 20),
        .pictureAddress, .missing,
    ]

    private static let chats = [
        ChatName(id: "1", name: "Ana"), ChatName(id: "2", name: "Ben & Co"),
    ]

    private static func member(_ key: String, _ text: String) -> JSONValue.Member {
        JSONValue.Member(key, .string(text))
    }

    private static var importErrors: [ImportError] {
        let foreign: [JSONValue] = [
            .object([member("sendr_name", "Ana"), member("content", "Hi")]),
            .object([member("txet", "Hi"), member("author_name", "Ben")]),
        ]
        return [
            .empty, .unknownImporter("whatsap", allowed: ["whatsapp", "telegram"]),
            .unknownImporter("zzz", allowed: ["whatsapp", "telegram"]), .unrecognized([]),
            .unrecognized([
                Candidate(importer: "whatsapp", confidence: .possible),
                Candidate(importer: "telegram", confidence: .possible),
            ]),
            .misread(Misreading(file: "", path: [], review: FieldReview(foreign))),
            .misread(
                Misreading(file: "a.json", path: ["data", "chat"], review: FieldReview(foreign))),
            .misread(
                Misreading(
                    file: "", path: [], review: FieldReview([.object([member("kind", "x")])]))),
            .notFound(importer: "telegram", expected: "result.json of an export"),
            .json(file: "", .syntax(place, .strayComma)),
            .json(file: "result.json", .syntax(place, .empty)),
            .json(file: "result.json", .tooDeep(place, limit: 64)),
            .json(file: "result.json", .encoding(offset: 900)),
            .json(file: "result.json", .unreadable(offset: 900)),
            .json(file: "result.json", .stopped),
            .unreadable(file: "chat.db", offset: 4096),
            .conversation(.invalid([FieldFault(at: "/messages", .missing)])),
            .invalid(file: "result.json", pointer: "/messages/0/date", expected: "a date"),
            .noMessages(importer: "telegram"), .severalChats(chats), .unknownChat("Anna", chats),
            .unknownChat("Zoe", chats), .unknownTimeZone("Berlin"), .stopped,
            .limit(.mediaBytes, limit: 1000, actual: 2000, at: "photo.jpg"),
            .limit(.documentBytes, limit: 1000, actual: 2000, at: ""),
        ]
    }

    private static let archiveFaults: [ArchiveFault] = [
        .unreadable, .encrypted(entry: "chat.txt"), .nested(entry: "inner.zip"),
        .corrupt(entry: "chat.txt"), .unsupportedCompression(entry: "chat.txt"),
        .limit(.totalMediaBytes, limit: 1000, actual: 2000, entry: "photo.jpg"),
        .limit(.archiveEntries, limit: 1000, actual: 2000, entry: ""),
    ]

    private static let xmlReasons: [XMLFault.Reason] = [
        .documentType, .entity("boss"), .malformed, .unexpectedEnd, .tooDeep(limit: 64),
    ]

    private static let size = PixelSize(1170, 2532)

    private static let renderFaults: [RenderFault] = [
        .picturesTooLarge(pixels: 2000, limit: 1000), .outputTooLarge(pixels: 2000, limit: 1000),
        .tooLargeForFormat(.webp, size, limit: 16383), .tooManyPages(pages: 2000, limit: 1000),
        .tooManyFrames(frames: 2000, limit: 1000), .tooTall(height: 812.4, limit: 500),
        .tooManyCanvases(3, size, .png), .tooManyCanvases(3, size, .zip),
        .tooManyScreens(3, size), .strict(warning), .abandoned, .timeout, .memory,
        .unreadableFont(path: "/usr/share/fonts/a.ttf"), .tooLargeForMemory(limit: 1000),
        .missingLibrary(.mp4, package: "libx264-164"), .sink(28), .internal("a bad state"),
    ]

    private static let pictureFaults: [PictureFault] = [
        .unknownType, .unsupportedType(.svg), .disabledType(.heic), .truncated, .corrupt,
        .tooLarge(width: 90_000, height: 90_000, limit: 64_000_000), .tooManyScans(200, limit: 100),
    ]

    private static let signingFailures: [SigningFailure] = [
        .expired, .notYetValid, .noRoom(needed: 9000, room: 8000), .refused, .gone,
    ]

    private static let timestampFaults: [TimestampFault] = [
        .unreadable, .refused(status: 2), .otherImprint, .otherNonce, .badSignature,
        .program("tsa.sh ended with exit code 3"),
    ]

    private static let readFaults: [PDFReadFault] = [
        .noPDF, .damaged("the cross-reference table"), .encrypted, .tooLarge(limit: 1000), .stopped,
    ]

    // MARK: - Faults of the service alone

    private static var problems: [(String, Explanation)] {
        var problems = named("http", httpFaults).map { ($0.0, $0.1.explanation()) }
        problems.append(
            (
                "http.bodyTooLarge of a route",
                HTTPFault.bodyTooLarge(limit: 10, actual: 20).explanation(bodyLimit: "body_bytes")
            ))
        problems += named("multipart", multipartFaults).map { ($0.0, $0.1.explanation) }
        let settings = Settings()
        problems += [
            ("service.draining", .draining), ("service.renderCrashed", .renderCrashed),
            ("service.queueFull", .queueFull(settings)),
            ("service.waitedTooLong", .waitedTooLong(settings)),
            ("service.spillFull", .spillFull(settings)),
            ("service.tooOften", .tooOften(settings, retryAfter: 3)),
            ("jobs.none", .noJob), ("jobs.underWay", .jobUnderWay), ("jobs.lost", .jobLost),
            ("jobs.deleted", .jobDeleted), ("jobs.resultTooLarge", .resultTooLarge(1000)),
            ("jobs.full", .jobsFull(setting: .jobs, 9)),
            ("jobs.full of bytes", .jobsFull(setting: .jobBytes, 9)),
            ("jobs.full of listeners", .jobsFull(setting: nil, 9)),
        ]
        return problems
    }

    private static let httpFaults: [HTTPFault] = [
        .requestLine, .garbage, .method, .methodUnknown("BREW"), .version("HTTP/9.9"),
        .target(.control), .targetTooLong(limit: 8000), .host(.missing), .lineEnding,
        .field(.name), .fieldTooLarge(limit: 16384), .headTooLarge(limit: 32768),
        .tooManyFields(limit: 100), .framing(.lengthRepeated), .codingUnknown("br"), .chunk(.size),
        .chunkOverhead(limit: 1000), .expectation("200-ok"),
        .bodyTooLarge(limit: 1000, actual: 2000), .bodyTooLarge(limit: 1000, actual: nil),
        .headIncomplete, .bodyIncomplete(received: 1, expected: 2),
        .headTimeout(limit: .seconds(10)), .bodyTimeout(received: 3), .requestMemory(limit: 1000),
        .connectionLimit(100), .descriptorLimit,
    ]

    private static let multipartFaults: [MultipartFault] = [
        .boundary, .delimiter(offset: 7), .unfinished, .headersTooLarge(offset: 7, limit: 8192),
        .header(offset: 7), .unnamed(offset: 7), .tooManyParts(limit: 1000),
        .duplicateName("conversation"), .nested(offset: 7), .stopped,
    ]

    // MARK: - Faults of the command alone

    private static var sentences: [(String, String)] {
        named("configuration", configurationFaults).map { ($0.0, $0.1.sentence) }
            + named("key", keyFaults).map { ($0.0, $0.1.sentence) }
            + named("input", inputFaults).map { ($0.0, $0.1.sentence) }
            + named("settings", settingsFaults).map { ($0.0, $0.1.sentence) }
            + named("listening", listenFaults).map { ($0.0, $0.1.sentence) }
            + validationFaults.map { ("validation." + name(of: $0), $0.words) }
    }

    private static let file = ConfigurationFileFault.unreadable(path: "config/a.json")

    private static let configurationFaults: [ConfigurationFault] = [
        .unreadable(place: "config"), .themes(place: "themes", .file(file)),
        .themes(place: "themes", .file(.tooLarge(file: "a.json", limit: 1000, actual: 2000))),
        .themes(place: "themes", .file(.syntax(file: "a.json", .syntax(place, .strayComma)))),
        .themes(place: "themes", .file(.syntax(file: "a.json", .tooDeep(place, limit: 9)))),
        .themes(place: "themes", .file(.syntax(file: "a.json", .encoding(offset: 9)))),
        .themes(place: "themes", .badName(file: "A B.json")),
        .themes(place: "themes", .invalid(look: "dusk", ThemeFaults(at: "/tail", .missing))),
        .themes(place: "themes", .sharedApp("telegram", looks: ["a", "b"])),
        .themes(place: "themes", .missing(look: "imessage")),
        .languages(place: "languages", .file(file)),
        .languages(place: "languages", .badName(file: "german.json")),
        .languages(
            place: "languages",
            .invalid(
                file: "de.json",
                [
                    .missing(pointer: "/a"), .unknown(pointer: "/b", allowed: ["a"]),
                    .repeated(pointer: "/c"), .kind(pointer: "", expected: "an object"),
                    .mismatch(pointer: "/d", expected: "a text", actual: "a number"),
                ])),
        .languages(place: "languages", .missing(file: "en.json")),
        .languages(place: "languages", .claimedTwice(tag: "de", files: ["de.json", "DE.json"])),
        .importPhrases(place: "importers", .file(file)),
        .importPhrases(
            place: "importers", .invalid(file: "whatsapp.json", [.missing(pointer: "/a")])),
        .fonts(place: "fonts.conf"), .otherFonts(place: "fonts.conf"),
        .noFonts(place: "fonts.conf", missing: ["Inter", "Noto Sans"]), .digest, .threads, .drawing,
    ]

    private static let keyFaults: [KeyFault] = [
        .missing(.key), .missing(.certificate), .missing(.passphrase),
        .unreadable(.key, path: "a.pem"), .unreadable(.certificate, path: "a.pem"),
        .unreadable(.passphrase, path: "a.pem"), .malformed(.key, path: "a.pem"),
        .malformed(.certificate, path: "a.pem"), .malformed(.passphrase, path: "a.pem"),
        .tooLarge(path: "a.pem", limit: 1000), .wantsPassphrase(.key, path: "a.pem"),
        .wantsPassphrase(.certificate, path: "a.pem"),
        .wrongPassphrase(path: "a.pem"), .empty(.key, path: "a.pem"),
        .empty(.certificate, path: "a.pem"), .empty(.passphrase, path: "a.pem"),
        .noFit(path: "a.pem"), .weak(bits: 1024), .unsupported(kind: "DSA"),
        .expired(subject: "Ana"), .notYetValid(subject: "Ana"), .notForSigning(subject: "Ana"),
        .brokenChain(subject: "Ana"), .noRoom(needed: 9000, room: 8000), .refused,
    ]

    private static let inputFaults: [InputFault] = [
        .system(path: "a.txt", SystemError("open", code: 13)), .unreadable(path: "a.txt"),
        .nothing(path: "folder"), .tooManyFiles(path: "folder", limit: 1000),
    ]

    private static let settingsFaults: [SettingsFault] = [
        .unknown(name: "quue", source: "chatprint.json"), .unknown(name: "zzz", source: "--zzz"),
        .badValue(.queue, value: "many", source: "--queue"),
        .badValue(.apiKeys, value: "secret", source: "CHATPRINT_API_KEYS"),
        .repeated(.queue, source: "chatprint.json"), .unreadable(path: "chatprint.json"),
        .notJSON(path: "chatprint.json", line: 3, column: 14),
    ]

    private static let listenFaults: [ListenFault] = [
        .noDescriptors(limit: 16), .unknownHost("nowhere"), .notSocket(path: "/tmp/a"),
        .notListening(3), .system(SystemError("bind", code: 13), .tcp(host: "::1", port: 80)),
        .system(SystemError("bind", code: 13), .unix(path: "/tmp/a")),
        .system(SystemError("bind", code: 13), .inherited(3)),
    ]

    private static let validationFaults: [ValidationFault] = [
        .unreadable(path: "a.crl"), .tooLarge(path: "a.crl", limit: 1000),
        .tooMuch(limit: 100, unit: "files"), .malformed(path: "a.crl"),
        .noResponse(path: "a.ocsp"), .lacking(subject: "Ana", .issuer("Ben")),
        .lacking(subject: "Ana", .revocation([.badSignature, .tooEarly(from: "2026-01-01")])),
        .lacking(subject: "Ana", .revocation([.expired(on: "2026-01-01"), .endless])),
        .lacking(subject: "Ana", .revocation([.afterExpiry(of: "2026-01-01"), .otherScope])),
        .lacking(subject: "Ana", .revocation([.unknownCertificate, .responder])),
        .lacking(subject: "Ana", .validity(from: "2026-01-01", to: "2027-01-01")),
        .lacking(subject: "Ana", .revoked(on: "2026-01-01")),
    ]
}
