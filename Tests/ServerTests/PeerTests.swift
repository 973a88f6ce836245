import Glibc
import HTTP
import Testing

@Suite struct PeerTests {
    /// The text that the system writes. It shows IPv4 within the lowest 32 bits, which no client's
    /// address has.
    private func systemText(_ high: UInt64, _ low: UInt64) -> String {
        var bytes = (high.bigEndian, low.bigEndian)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = unsafe inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test func addressesAreWrittenLikeTheSystem() {
        #expect(Peer(.version6(0, 1)).description == "::1")
        #expect(Peer(.version6(0, 0)).description == "::")
        #expect(Peer(.version6(0x2001_0db8 << 32, 0)).description == "2001:db8::")
        #expect(Peer(.version4(0x7F00_0001)).description == "127.0.0.1")
        // Addresses with every pattern of zero and nonzero groups.
        for pattern in 1..<256 {
            var (high, low) = (UInt64(0), UInt64(0))
            for place in 0..<8 {
                let group: UInt64 = pattern >> place & 1 == 1 ? 0xA << UInt64(place % 3 * 4) : 0
                if place < 4 { high = high << 16 | group } else { low = low << 16 | group }
            }
            guard high > 0 || low >> 32 > 0 else { continue }
            #expect(Peer(.version6(high, low)).description == systemText(high, low))
        }
    }
}
