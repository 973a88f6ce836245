import Dispatch
import Glibc
import Server

// Usage: http-echo [port]

Signals.ignoreBrokenPipes()
DescriptorLimit.raise()
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8080
let server = Server(application: EchoApplication())
do {
    try server.start([.tcp(host: "127.0.0.1", port: port)])
} catch {
    print("http-echo: \(error)")
    exit(1)
}
print("listening on 127.0.0.1:\(server.ports.first ?? 0)")
let signals = Signals([SIGTERM, SIGINT], queue: .global()) { [server] _ in
    server.drain(within: .seconds(10))
}
exit(server.wait() == 0 ? 0 : 1)
