import FoundationEssentials
import Rendering
import Service

/// `chatprint sign`: signs a picture URL for a service with `url_keys`.
struct SignCommand: Subcommand {
    static let description = CommandDescription(
        name: "sign", operands: "URL...",
        summary: "sign picture URLs with the first key of url_keys",
        details: [
            "The key comes from the setting url_keys: its file, the environment or the option."
        ],
        options: [
            .init(
                name: "--expires", placeholder: "TIME",
                summary:
                    "validity such as 30m, 12h or 7d, or an end in Unix seconds"
            ),
            .init(
                name: "--url-keys", placeholder: "LIST", summary: "keys, the first of which signs"),
            .configuration,
        ],
        examples: [
            .init(
                line: "CHATPRINT_URL_KEYS=SECRET chatprint sign --expires 7d "
                    + "'https://chat.example.org/render.png?m=Hi!&m=Hello'",
                summary: "sign a URL for a week")
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        let configuration = try arguments.configuration()
        let flags = arguments.value("--url-keys").map { [(Setting.urlKeys, $0)] } ?? []
        let settings = try RenderEnvironment.settings(in: configuration, flags: flags)
        guard let key = settings.urlKeys.first else {
            throw CommandFailure.configuration("no signing key; set url_keys")
        }
        guard !arguments.operands.isEmpty else { throw CommandFailure.usage("specify a URL") }
        let expires = try arguments.value("--expires").map { try end($0) }
        for address in arguments.operands {
            guard let signed = SignedAddress.signed(address, key: key, expires: expires) else {
                throw CommandFailure.configuration(
                    "the cryptographic library cannot compute signatures")
            }
            try Terminal.print(signed)
        }
        return 0
    }

    private func end(_ text: String) throws(CommandFailure) -> Int {
        let units = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        if let unit = text.last.flatMap({ units[String($0)] }), let count = Int(text.dropLast()),
            (1...1_000_000).contains(count)
        {
            return Int(Date().timeIntervalSince1970) + count * unit
        }
        guard let end = Int(text), end > 1_000_000_000 else {
            throw .usage("--expires is \"\(text)\", but must be 30m, 12h, 7d or Unix seconds")
        }
        return end
    }
}
