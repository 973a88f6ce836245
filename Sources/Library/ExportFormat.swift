import Importing

/// The export format of a chat program.
///
///     let imported = try chatprint.importing(url, as: .telegram)
///     for format in ExportFormat.all { print(format.rawValue, format.title) }
public struct ExportFormat: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    /// - Parameter rawValue: the name, as in `chatprint import --from`.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The name of the program.
    public var title: String { ImporterCatalog.named(rawValue)?.title ?? rawValue }

    /// The files of the program that can be read.
    public var summary: String { ImporterCatalog.named(rawValue)?.summary ?? "" }

    /// All supported formats.
    public static var all: [ExportFormat] {
        ImporterCatalog.all.map { ExportFormat(rawValue: $0.name) }
    }
}

extension ExportFormat {
    public static let whatsapp = Self(rawValue: "whatsapp")
    public static let telegram = Self(rawValue: "telegram")
    public static let threema = Self(rawValue: "threema")
    public static let signal = Self(rawValue: "signal")
    public static let slack = Self(rawValue: "slack")
    public static let discord = Self(rawValue: "discord")
    public static let imessage = Self(rawValue: "imessage")
    public static let facebook = Self(rawValue: "facebook")
    public static let sms = Self(rawValue: "sms")
    public static let chatLab = Self(rawValue: "chatlab")
    public static let rsmf = Self(rawValue: "rsmf")
    public static let chatGPT = Self(rawValue: "chatgpt")
    public static let claude = Self(rawValue: "claude")
    public static let openWebUI = Self(rawValue: "openwebui")
    public static let libreChat = Self(rawValue: "librechat")
    public static let deepSeek = Self(rawValue: "deepseek")
    public static let grok = Self(rawValue: "grok")
    public static let shareGPT = Self(rawValue: "sharegpt")
    public static let langChain = Self(rawValue: "langchain")
    public static let gemini = Self(rawValue: "gemini")
    public static let modelAPI = Self(rawValue: "modelapi")
    public static let claudeCode = Self(rawValue: "claudecode")
    public static let codex = Self(rawValue: "codex")
    public static let geminiCLI = Self(rawValue: "geminicli")
    public static let line = Self(rawValue: "line")
    public static let weChat = Self(rawValue: "wechat")
    public static let qq = Self(rawValue: "qq")
    public static let teams = Self(rawValue: "teams")
    public static let matrix = Self(rawValue: "matrix")
    public static let snapchat = Self(rawValue: "snapchat")
    public static let irc = Self(rawValue: "irc")
    public static let pidgin = Self(rawValue: "pidgin")
    public static let adium = Self(rawValue: "adium")
    public static let rocketChat = Self(rawValue: "rocketchat")
    public static let mattermost = Self(rawValue: "mattermost")
    public static let zulip = Self(rawValue: "zulip")
    public static let zoom = Self(rawValue: "zoom")
    public static let viber = Self(rawValue: "viber")
    public static let mbox = Self(rawValue: "mbox")
    public static let twitter = Self(rawValue: "twitter")
    public static let linkedIn = Self(rawValue: "linkedin")
    public static let tikTok = Self(rawValue: "tiktok")
    public static let tinder = Self(rawValue: "tinder")
    public static let discordData = Self(rawValue: "discorddata")
    public static let kakaoTalk = Self(rawValue: "kakaotalk")
    public static let skype = Self(rawValue: "skype")
    public static let googleChat = Self(rawValue: "googlechat")
    public static let hangouts = Self(rawValue: "hangouts")
    public static let googleVoice = Self(rawValue: "googlevoice")
    public static let openAI = Self(rawValue: "openai")
    public static let chatprint = Self(rawValue: "chatprint")
    public static let copied = Self(rawValue: "copied")
    public static let text = Self(rawValue: "text")
    public static let csv = Self(rawValue: "csv")
    public static let json = Self(rawValue: "json")
}
