// swift render.swift [SERVICE] [FILE]
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Message: Encodable {
    var from: String
    var text: String
    var status: String?
}

struct Talk: Encodable {
    var me: String
    var messages: [Message]
}

struct Problem: Decodable { var detail: String }

let words = CommandLine.arguments.dropFirst()
let service = words.first ?? "http://localhost:8080"
let file = URL(fileURLWithPath: words.dropFirst().first ?? "chat.png")

let talk = Talk(
    me: "ana",
    messages: [
        Message(from: "ben", text: "Are you coming? 🚲"),
        Message(from: "ana", text: "On my way!", status: "read"),
    ])
guard let address = URL(string: "\(service)/render.\(file.pathExtension)?theme=whatsapp") else {
    fatalError("\(service) is not a URL")
}
var request = URLRequest(url: address)
request.httpMethod = "POST"
request.setValue("application/json", forHTTPHeaderField: "Content-Type")
request.httpBody = try JSONEncoder().encode(talk)
let (content, answer) = try await URLSession.shared.data(for: request)
guard (answer as? HTTPURLResponse)?.statusCode == 200 else {
    let problem = try JSONDecoder().decode(Problem.self, from: content)
    FileHandle.standardError.write(Data((problem.detail + "\n").utf8))
    exit(1)
}
try content.write(to: file)
print(file.lastPathComponent, content.count, "bytes")
