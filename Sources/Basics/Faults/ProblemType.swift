/// A kind of problem: the last part of the `type` of a problem document (RFC 9457).
package enum ProblemType: String, CaseIterable, Sendable {
    case abandoned
    case badAddress = "bad-address"
    case badArchive = "bad-archive"
    case badChunk = "bad-chunk"
    case badCoding = "bad-coding"
    case badFraming = "bad-framing"
    case badHeader = "bad-header"
    case badHost = "bad-host"
    case badMethod = "bad-method"
    case badMultipart = "bad-multipart"
    case badRequestLine = "bad-request-line"
    case badSignature = "bad-signature"
    case badTarget = "bad-target"
    case badXML = "bad-xml"
    case codingNotImplemented = "coding-not-implemented"
    case contentTooLarge = "content-too-large"
    case draining
    case empty
    case expectationFailed = "expectation-failed"
    case expired
    case exportTooLarge = "export-too-large"
    case fontsMissing = "fonts-missing"
    case headerTooLarge = "header-too-large"
    case httpVersion = "http-version"
    case imageBase64 = "image-base64"
    case imageCorrupt = "image-corrupt"
    case imagesBudget = "images-budget"
    case imageTooLarge = "image-too-large"
    case imageType = "image-type"
    case incompleteBody = "incomplete-body"
    case inputUnreadable = "input-unreadable"
    case `internal`
    case invalid
    case invalidConversation = "invalid-conversation"
    case invalidExport = "invalid-export"
    case invalidJob = "invalid-job"
    case invalidParameter = "invalid-parameter"
    case invalidTheme = "invalid-theme"
    case jobLost = "job-lost"
    case jobsFull = "jobs-full"
    case jobUnderWay = "job-under-way"
    case jsonEncoding = "json-encoding"
    case jsonSyntax = "json-syntax"
    case jsonTooDeep = "json-too-deep"
    case locked
    case methodNotAllowed = "method-not-allowed"
    case methodNotImplemented = "method-not-implemented"
    case missingLibrary = "missing-library"
    case noJob = "no-job"
    case noProcess = "no-process"
    case noSigningKey = "no-signing-key"
    case notAcceptable = "not-acceptable"
    case notFound = "not-found"
    case outputFailed = "output-failed"
    case outputTooLarge = "output-too-large"
    case overloaded
    case rateLimited = "rate-limited"
    case renderCrashed = "render-crashed"
    case renderTimeout = "render-timeout"
    case requestTimeout = "request-timeout"
    case severalChats = "several-chats"
    case signingFailed = "signing-failed"
    case spillFull = "spill-full"
    case strict
    case textTooLong = "text-too-long"
    case tooLargeForMemory = "too-large-for-memory"
    case tooManyAttachments = "too-many-attachments"
    case tooManyMessages = "too-many-messages"
    case tooManyParticipants = "too-many-participants"
    case tooManySearchSteps = "too-many-search-steps"
    case tooTall = "too-tall"
    case unauthorized
    case unknownChat = "unknown-chat"
    case unknownImporter = "unknown-importer"
    case unknownTheme = "unknown-theme"
    case unreadable
    case unreadableDocument = "unreadable-document"
    case unrecognized
    case unrelated
    case unsupportedContentCoding = "unsupported-content-coding"
    case unsupportedMediaType = "unsupported-media-type"
    case uriTooLong = "uri-too-long"

    /// The path of the page that describes the type, which is also the `type` of its problems.
    package var path: String { "/problems/" + rawValue }
}
