import Basics

extension ProblemType {
    /// The texts of a problem type that do not depend on the request. This file is a table of them: it
    /// is long, but has nothing to divide.
    struct Description {
        /// The usual HTTP status; an HTTP protocol error may have another.
        let status: Int
        let title: String
        let causes: String
        let remedy: String

        init(_ status: Int, _ title: String, causes: String, remedy: String) {
            self.status = status
            self.title = title
            self.causes = causes
            self.remedy = remedy
        }
    }

    var description: Description {
        switch self {
        case .abandoned:
            Description(
                499, "Client disconnected",
                causes: "The client closed the connection before the response began.",
                remedy: "None: this status appears only in logs and metrics.")
        case .badAddress:
            Description(
                400, "Invalid picture URL",
                causes:
                    "The URL contains no messages, or its last part is not the base64url of JSON.",
                remedy: "Write messages as `?m=Hi!&m.ben=Hello`, or POST the conversation.")
        case .badArchive:
            Description(
                400, "Unreadable ZIP",
                causes: "The file is not a ZIP, is damaged or encrypted, contains another archive, "
                    + "or uses an unsupported compression.",
                remedy:
                    "Export the chat again, or unpack the archive and pack its files without a password."
            )
        case .badChunk:
            Description(
                400, "Invalid chunked body",
                causes: "The chunked transfer coding is malformed (RFC 9112, section 7.1).",
                remedy: "Correct the client or the proxy that sent the body.")
        case .badCoding:
            Description(
                400, "Undecodable body",
                causes:
                    "The body is not in the coding that `Content-Encoding` names, or it is truncated.",
                remedy: "Send the body uncompressed, or correct `Content-Encoding`.")
        case .badFraming:
            Description(
                400, "Ambiguous body length",
                causes:
                    "`Content-Length` and `Transfer-Encoding` contradict each other or are malformed, "
                    + "or a line ends in a bare CR or LF.",
                remedy:
                    "Correct the client or the proxy; such requests are used for request smuggling."
            )
        case .badHeader:
            Description(
                400, "Invalid header field",
                causes: "A header field is malformed.",
                remedy: "Correct the client or the proxy that sent it.")
        case .badHost:
            Description(
                400, "Invalid Host header",
                causes:
                    "`Host` is missing, repeated, malformed, or differs from the request target.",
                remedy: "Send one `Host` field with the name of the service.")
        case .badMethod:
            Description(
                400, "Invalid method",
                causes: "The method is not a token of at most 32 upper-case letters.",
                remedy: "Use GET, HEAD, POST, DELETE or OPTIONS.")
        case .badMultipart:
            Description(
                400, "Invalid form",
                causes:
                    "The multipart body is malformed, too large, or has no part with a conversation.",
                remedy:
                    "Send the conversation in a part named `conversation`, or an export in a part "
                    + "named `file`.")
        case .badRequestLine:
            Description(
                400, "Invalid request line",
                causes:
                    "The first line is not `METHOD target HTTP/1.1`. Often a client speaks TLS to "
                    + "the plain port.",
                remedy: "Use `http://`, or put a proxy that terminates TLS in front.")
        case .badSignature:
            Description(
                403, "URL not signed",
                causes: "`sig` is missing, or no key of the setting `url_keys` created it.",
                remedy: "Sign the URL as it is sent, with `chatprint sign` or your own code.")
        case .badTarget:
            Description(
                400, "Invalid request target",
                causes: "The request target contains invalid characters or percent-escapes.",
                remedy: "Percent-encode everything but unreserved characters.")
        case .badXML:
            Description(
                400, "Invalid XML",
                causes: "The XML is malformed, nested too deeply, or declares a document type.",
                remedy: "Export the file again.")
        case .codingNotImplemented:
            Description(
                501, "Unsupported transfer coding",
                causes: "`Transfer-Encoding` names a coding other than `chunked`.",
                remedy: "Send the body chunked or with `Content-Length`.")
        case .contentTooLarge:
            Description(
                413, "Body too large",
                causes:
                    "The body exceeds `body_bytes` or a quarter of `memory_bytes` as sent, or `inflated_bytes` "
                    + "after decompression.",
                remedy: "Send less, or raise the setting in `setting`.")
        case .draining:
            Description(
                503, "Service stopping",
                causes: "The service has received SIGTERM and finishes only what it has accepted.",
                remedy: "Retry on another instance, or later.")
        case .empty:
            Description(
                422, "No messages",
                causes: "The export contains no messages, or the filter removed all of them.",
                remedy: "Check the file, `after`, `before` and `options.filter`.")
        case .expectationFailed:
            Description(
                417, "Unsupported expectation",
                causes: "`Expect` has a value other than `100-continue`.",
                remedy: "Remove the field.")
        case .expired:
            Description(
                403, "URL expired",
                causes: "The time in `expires` has passed.",
                remedy: "Ask for a newly signed URL.")
        case .exportTooLarge:
            Description(
                422, "Export too large",
                causes: "The export exceeds the limit in `setting`.",
                remedy: "Select less with `chat`, `after` and `before`, or raise the setting.")
        case .fontsMissing:
            Description(
                503, "Fonts missing",
                causes: "The machine lacks font families that the themes need.",
                remedy: "Install the families in `allowed`, then restart the service.")
        case .headerTooLarge:
            Description(
                431, "Header too large",
                causes: "A header field, all fields together, or their number exceed a limit.",
                remedy: "Send fewer or shorter fields, cookies for example.")
        case .httpVersion:
            Description(
                505, "Unsupported HTTP version",
                causes: "The request is not HTTP/1.0 or HTTP/1.1.",
                remedy: "Use HTTP/1.1, or a proxy that translates.")
        case .imageBase64:
            Description(
                422, "Invalid base64",
                causes: "The data of a picture is not base64.",
                remedy: "Encode the bytes as base64 (RFC 4648).")
        case .imageCorrupt:
            Description(
                422, "Damaged picture",
                causes: "A picture is damaged, truncated, or has too many scans.",
                remedy: "Send an intact picture, or remove it.")
        case .imagesBudget:
            Description(
                422, "Attachments too large",
                causes:
                    "An attachment, all of them together, or all pictures together exceed the limit in `setting`.",
                remedy: "Send fewer or smaller attachments and pictures, or raise the setting.")
        case .imageTooLarge:
            Description(
                422, "Picture too large",
                causes: "A picture has more pixels than `picture_pixels`.",
                remedy: "Scale the picture down, or raise the setting.")
        case .imageType:
            Description(
                422, "Unsupported picture type",
                causes:
                    "A picture is not PNG, JPEG, WebP or GIF, or is HEIC or AVIF where these are off.",
                remedy: "Convert the picture; the setting `heif` enables HEIC and AVIF.")
        case .incompleteBody:
            Description(
                400, "Incomplete request",
                causes: "The connection ended before the whole request had arrived.",
                remedy: "Send the request again.")
        case .inputUnreadable:
            Description(
                404, "Input file not found",
                causes: "A batch job names a file that does not exist or cannot be read.",
                remedy: "Correct `input` and the file's permissions.")
        case .internal:
            Description(
                500, "Internal error",
                causes: "A bug in Chatprint.",
                remedy: "Report it with the log line of `request_id`, without real messages.")
        case .invalid:
            Description(
                422, "Conflicting options",
                causes:
                    "Two options of the request cannot be combined, or the format does not support one.",
                remedy: "Remove or change the option in `pointer`.")
        case .invalidConversation:
            Description(
                422, "Invalid conversation",
                causes: "A field has the wrong type, a value that is not allowed, or is missing.",
                remedy: "Correct the fields in `errors`; `GET /schema.json` defines them.")
        case .invalidExport:
            Description(
                422, "Invalid export",
                causes:
                    "The file is not in the format of `from`, or differs from what this format contains.",
                remedy: "Omit `from` to have the format recognized, or export the chat again.")
        case .invalidJob:
            Description(
                422, "Invalid batch job",
                causes: "A line of the batch is not a JSON object with a conversation or an input.",
                remedy: "Correct the line; the others were rendered.")
        case .invalidParameter:
            Description(
                422, "Invalid parameter",
                causes: "A query parameter has a value that is not allowed.",
                remedy: "Use a value that `detail` or `allowed` lists.")
        case .invalidTheme:
            Description(
                422, "Invalid theme",
                causes: "The theme has an unknown key, or a value that is not allowed.",
                remedy: "Correct the keys in `errors`; the documentation of themes lists all keys.")
        case .jobLost:
            Description(
                503, "Job aborted",
                causes: "The job ended without a result because its process stopped.",
                remedy: "Submit it again.")
        case .jobsFull:
            Description(
                429, "Too many jobs",
                causes:
                    "The limit of jobs, of their results' size, or of a job's listeners is reached.",
                remedy: "Delete results that were fetched, or retry later.")
        case .jobUnderWay:
            Description(
                409, "Job not finished",
                causes: "The result was requested before the job had ended.",
                remedy: "Wait until the job's `state` is `done`.")
        case .jsonEncoding:
            Description(
                400, "Body not UTF-8",
                causes: "The JSON contains bytes that are not UTF-8.",
                remedy: "Encode the body as UTF-8.")
        case .jsonSyntax:
            Description(
                400, "Invalid JSON",
                causes: "The body violates the grammar of JSON (RFC 8259).",
                remedy: "Correct the place in `line` and `column`.")
        case .jsonTooDeep:
            Description(
                400, "JSON nested too deeply",
                causes: "Arrays and objects are nested deeper than `json_depth`.",
                remedy: "Flatten the JSON, or raise the setting.")
        case .methodNotAllowed:
            Description(
                405, "Method not allowed",
                causes: "The path exists, but not for this method.",
                remedy: "Use a method that `Allow` lists.")
        case .methodNotImplemented:
            Description(
                501, "Method not supported",
                causes: "The service does not support this method.",
                remedy: "Use GET, HEAD, POST, DELETE or OPTIONS.")
        case .missingLibrary:
            Description(
                501, "Library not installed",
                causes:
                    "The format is written by a library that is opened only on demand and is not "
                    + "installed. The slim image has none for videos.",
                remedy: "Install the package in `detail`, or use another format.")
        case .noJob:
            Description(
                404, "No such job",
                causes: "The job never existed on this instance, was deleted, or has expired.",
                remedy: "Ask the instance that created the job, or submit it again.")
        case .noProcess:
            Description(
                503, "No render process",
                causes: "All render processes have ended and none could be started.",
                remedy: "See the log lines `process_end`. Retry later.")
        case .noSigningKey:
            Description(
                422, "No signing key",
                causes: "The request asks for a signature, and the setting `sign_key` is not set.",
                remedy: "Set `sign_key` and `sign_certificate`; a request cannot bring a key.")
        case .notAcceptable:
            Description(
                406, "No acceptable format",
                causes: "`Accept` excludes every media type that this route can return.",
                remedy: "Accept one of the types in `allowed`.")
        case .notFound:
            Description(
                404, "Not found",
                causes: "No such path.",
                remedy: "See `GET /` for the available routes.")
        case .outputFailed:
            Description(
                500, "Output failed",
                causes: "The output could not be written, because of a full disk for example.",
                remedy:
                    "See the log for `request_id`, free space or correct permissions, and retry.")
        case .outputTooLarge:
            Description(
                422, "Output too large",
                causes: "The output would exceed a setting or the limit of its format.",
                remedy: "Lower `scale` or `width`, use pages (`zip`, `pdf`), or raise the setting.")
        case .overloaded:
            Description(
                503, "Service overloaded",
                causes:
                    "The queue, the memory budget, the connections or the system's resources are used up.",
                remedy: "Retry after `Retry-After` seconds, or raise the setting in `setting`.")
        case .rateLimited:
            Description(
                429, "Rate limit exceeded",
                causes: "One address sent more requests than `client_rate` allows.",
                remedy: "Retry after `Retry-After` seconds, or raise the setting.")
        case .renderCrashed:
            Description(
                500, "Rendering crashes",
                causes: "This request crashed two render processes: a bug in Chatprint.",
                remedy:
                    "Report it with the log line of `request_id`. The same request is refused for "
                    + "15 minutes.")
        case .renderTimeout:
            Description(
                503, "Rendering timed out",
                causes: "The rendering took longer than `render_seconds`.",
                remedy: "Render less at once, or raise the setting.")
        case .requestTimeout:
            Description(
                408, "Request timed out",
                causes:
                    "The head or the body arrived too slowly (`head_seconds`, `body_seconds`), or the "
                    + "body at less than 1 KiB a second.",
                remedy: "Send faster, or raise the setting.")
        case .severalChats:
            Description(
                422, "Several chats",
                causes: "The export contains more than one chat.",
                remedy: "Select one with the parameter `chat`; `allowed` lists them.")
        case .signingFailed:
            Description(
                503, "Signing failed",
                causes:
                    "The certificate is not valid now, the signature does not fit, or the key or the "
                    + "timestamp is not available.",
                remedy: "See `detail`; the document is never sent unsigned.")
        case .spillFull:
            Description(
                503, "Spill file full",
                causes:
                    "Responses waiting for slow clients exceed `spill_bytes` or the free disk space.",
                remedy: "Retry later, or raise the setting.")
        case .strict:
            Description(
                422, "Warnings in strict mode",
                causes: "The request has warnings, and `strict` turns them into an error.",
                remedy: "Correct what `errors` lists, or omit `strict`.")
        case .textTooLong:
            Description(
                422, "Text too long",
                causes: "A text exceeds the limit in `setting`.",
                remedy: "Shorten the text, or raise the setting.")
        case .tooLargeForMemory:
            Description(
                422, "Request needs too much memory",
                causes: "The request alone would need more than `memory_bytes`.",
                remedy: "Send less at once, or raise the setting.")
        case .tooManyAttachments, .tooManyMessages, .tooManyParticipants:
            Description(
                422, "Conversation too large",
                causes: "The conversation exceeds the limit in `setting`.",
                remedy: "Select a part with `after`, `before` or `filter`, or raise the setting.")
        case .tooManySearchSteps:
            Description(
                422, "Search too expensive",
                causes:
                    "Searching all texts for redactions and filters takes more than `search_steps`.",
                remedy: "Use fewer or simpler patterns, or raise the setting.")
        case .tooTall:
            Description(
                422, "Picture too tall",
                causes:
                    "The conversation is taller than `max_height`, or needs more than one canvas.",
                remedy: "Use `zip` or `pdf`, or `overflow=truncate`.")
        case .unauthorized:
            Description(
                401, "Authentication required",
                causes: "The service has `api_keys`, and the request has no valid key.",
                remedy: "Send `Authorization: Bearer KEY`.")
        case .unknownChat:
            Description(
                422, "Unknown chat",
                causes: "The export contains no chat with this name.",
                remedy: "Use a name that `allowed` lists.")
        case .unknownImporter:
            Description(
                422, "Unknown export format",
                causes: "The parameter `from` names no importer.",
                remedy: "Use a name that `allowed` lists, or omit `from`.")
        case .unknownTheme:
            Description(
                422, "Unknown theme",
                causes: "No theme has this name.",
                remedy: "Use a name that `allowed` lists.")
        case .unreadable:
            Description(
                422, "Unreadable file",
                causes:
                    "The file cannot be read to its end, or was truncated while it was being read.",
                remedy: "Check the disk and that no other program writes to the file.")
        case .unreadableDocument:
            Description(
                422, "Unreadable document",
                causes: "The file is not a PDF, is damaged or encrypted, or too large.",
                remedy: "Send the document as Chatprint wrote it.")
        case .unrecognized:
            Description(
                422, "Unrecognized export format",
                causes: "No importer recognizes the file, or several do. JSON with the fields of "
                    + "another program is not accepted as Chatprint's own.",
                remedy: "Name the format with the parameter `from`; `GET /importers` lists them. "
                    + "`from=json` reads JSON of any program.")
        case .unsupportedContentCoding:
            Description(
                415, "Unsupported content coding",
                causes: "`Content-Encoding` is not gzip or deflate.",
                remedy: "Use one that `allowed` lists, or send the body uncompressed.")
        case .unsupportedMediaType:
            Description(
                415, "Unsupported media type",
                causes:
                    "`Content-Type` is not JSON, a form, a ZIP, XML, HTML or text, or `curl -d` "
                    + "removed the line ends of a file (400).",
                remedy: "Use a type that `Accept-Post` lists, and `curl --data-binary @FILE`.")
        case .uriTooLong:
            Description(
                414, "URL too long",
                causes: "The request target exceeds the limit.",
                remedy: "POST the conversation.")
        }
    }
}
