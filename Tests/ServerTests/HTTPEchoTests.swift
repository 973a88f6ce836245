import HTTP
import TestSockets
import Testing

/// A real process: what a test cannot do to its own. `http-echo` is built with `CHATPRINT_DEV=1`.
@Suite(.enabled(if: EchoProcess.executable != nil, "http-echo is not built"))
struct HTTPEchoTests {
    @Test func saysNoToEveryConnectionItHasNoFileForAndRecovers() throws {
        let server = try EchoProcess(files: 64)
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        var clients = try (0..<200).map { _ in try RawClient(port: server.port) }
        for client in clients { client.send(request) }
        let answers = clients.map { String(decoding: $0.receive() ?? [], as: UTF8.self).prefix(12) }
        #expect(answers.count { $0 == "HTTP/1.1 200" } == 32)
        #expect(answers.count { $0 == "HTTP/1.1 503" } == 168)
        clients = []
        // As soon as the refused ones have been drained there is room again.
        var answer = ""
        while !answer.hasPrefix("HTTP/1.1 200") {
            let client = try RawClient(port: server.port)
            client.send(request)
            answer = String(decoding: client.receive() ?? [], as: UTF8.self)
        }
    }

    @Test func finishesItsAnswersOnATerminateSignalAndExitsWell() throws {
        let server = try EchoProcess()
        let client = try RawClient(port: server.port)
        client.send("GET /stream?bytes=8000000 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.receive()?.isEmpty == false)
        server.terminate()
        #expect(client.receiveAll()?.suffix(5).elementsEqual("0\r\n\r\n".utf8) == true)
        #expect(server.exitStatus() == 0)
    }

    @Test func echoes() throws {
        let server = try EchoProcess()
        let client = try RawClient(port: server.port)
        client.send(
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n")
        #expect(client.receiveText(until: "hi").hasPrefix("HTTP/1.1 200 OK"))
        client.send("GET /echo HTTP/1.1\r\nHost: a\r\nX-Y: z\r\n\r\n")
        #expect(client.receiveText(until: "z\n").hasSuffix("\r\n\r\nHost: a\nX-Y: z\n"))
        client.send("GET /cookie HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=d\r\n\r\n")
        #expect(client.receiveText(until: "c=d\n").hasSuffix("\r\n\r\na=b\nc=d\n"))
    }
}
