import Dispatch
import Foundation
import Server
import System

// Usage: http-echo [port]

Signals.ignoreBrokenPipes()
DescriptorLimit.raise()
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8080
let spill = try SpillFile(folder: "/tmp", limit: 2 << 30)
let server = Server(application: EchoApplication(), spill: spill)
let signals = try Signals([SIGTERM, SIGINT], queue: .global()) { [server] _ in
    server.drain(within: .seconds(10))
}
do {
    try server.start([.tcp(host: "127.0.0.1", port: port)])
} catch {
    FileHandle.standardError.write(Data("http-echo: \(error)\n".utf8))
    exit(1)
}
// Not print: a pipe would hold it back until the end.
FileHandle.standardOutput.write(Data("listening on 127.0.0.1:\(server.ports[0])\n".utf8))
exit(server.wait() == 0 ? 0 : 1)
