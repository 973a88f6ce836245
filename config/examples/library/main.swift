// swift run --package-path config/examples/library example [FILE]
import Chatprint
import Foundation

let file = URL(filePath: CommandLine.arguments.dropFirst().first ?? "chat.png")
let talk = #"""
    {"me": "ana", "messages": [
      {"from": "ben", "text": "Are you coming? 🚲"},
      {"from": "ana", "text": "On my way!", "status": "read"}
    ]}
    """#

do {
    let chatprint = try Chatprint()
    let format = OutputFormat(rawValue: file.pathExtension) ?? .png
    let output = try await chatprint.render(
        Conversation(json: talk.utf8), as: format, theme: "whatsapp")
    try output.data.write(to: file)
    print(file.lastPathComponent, output.data.count, "bytes")
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
