import Foundation
import TestKeys
import Testing

/// A folder in which the commands that sign documents run, with files named relative to it.
final class SigningFolder {
    private let folder: TemporaryFolder
    private static let talk = #"{"messages":["Hi!","Hello"]}"#

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.talk, to: "talk.json")
    }

    func path(_ name: String) -> String { folder.place(name) }

    func has(_ name: String) -> Bool { folder.names.contains(name) }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.file(name)) }

    func write(_ bytes: Data, to name: String) throws { try folder.write(bytes, to: name) }

    /// Runs a command. A word with a dot is a file, and talk.json the conversation to render.
    func run(_ words: [String]) throws -> (code: Int32, errors: String) {
        try command(words.map { $0.contains(".") && !$0.contains(/[\/=]/) ? folder.place($0) : $0 })
    }

    func expect(_ words: [String]) throws {
        let result = try run(words)
        #expect(result.code == 0, "\(words): \(result.errors)")
    }

    /// What `verify` finds about a file.
    func findings(_ name: String) throws -> Answer { try InProcessService().verify(bytes(name)) }

    /// Signs the attributes that `prepare` wrote with a key that Chatprint never sees.
    func sign(_ facts: String, with key: String, _ options: [String] = []) throws {
        let object = try JSONSerialization.jsonObject(with: bytes(facts)) as? [String: Any]
        let text = try #require(object?["signed_attributes"] as? String)
        try write(try #require(Data(base64Encoded: text)), to: "attributes")
        try TestKeys.shared.get().openssl(
            ["dgst", "-sha256", "-sign", key] + options + [
                "-out", path("signature.bin"), path("attributes"),
            ])
    }

    /// Asks an authority for a timestamp, as a caller does without `--timestamp-hook`.
    func stamp(by hook: String) throws {
        let response = try RunningService.run([hook], input: bytes("request.tsq"))
        try write(response.output, to: "response.tsr")
    }
}

/// Expects a signature that Poppler finds valid for the whole document.
func expectSigned(_ document: Data) throws {
    let words = try tool(["pdfsig", "-nocert", "FILE"], on: document).text
    #expect(words.contains("Signature is Valid."), "\(words)")
    #expect(words.contains("Total document signed"), "\(words)")
}
