import CSockets
import Glibc

/// Who is at the other end: an address, kept small because there may be ten thousand.
package struct Peer: Sendable, Hashable, CustomStringConvertible {
    private enum Address: Hashable {
        case local
        case version4(UInt32)
        case version6(UInt64, UInt64)
    }

    private let address: Address
    package let port: UInt16

    init(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_INET:
            let found = unsafe withUnsafeBytes(of: &storage) {
                unsafe $0.load(as: sockaddr_in.self)
            }
            address = .version4(UInt32(bigEndian: found.sin_addr.s_addr))
            port = UInt16(bigEndian: found.sin_port)
        case AF_INET6:
            let found = unsafe withUnsafeBytes(of: &storage) {
                unsafe $0.load(as: sockaddr_in6.self)
            }
            let halves = unsafe withUnsafeBytes(of: found.sin6_addr) { bytes in
                unsafe (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            port = UInt16(bigEndian: found.sin6_port)
            // A client of IPv4 on a socket for both (RFC 4291 §2.5.5.2).
            if halves.0 == 0, halves.1 >> 32 == 0xFFFF {
                address = .version4(UInt32(truncatingIfNeeded: halves.1))
            } else {
                address = .version6(halves.0, halves.1)
            }
        default:
            address = .local
            port = 0
        }
    }

    /// Who a limit counts as one: an address of IPv4, or the 64 bits of IPv6 that a single customer
    /// gets whole; nil for a Unix socket.
    package struct Network: Sendable, Hashable {
        private let bits: UInt64
        private let isVersion6: Bool

        fileprivate init(_ bits: UInt64, isVersion6: Bool) {
            self.bits = bits
            self.isVersion6 = isVersion6
        }
    }

    package var network: Network? {
        switch address {
        case .local: nil
        case .version4(let bits): Network(UInt64(bits), isVersion6: false)
        case .version6(let high, _): Network(high, isVersion6: true)
        }
    }

    /// The address alone, as a rate limit or a log would know the client; `local` for a Unix
    /// socket.
    package var description: String {
        switch address {
        case .local: "local"
        case .version4(let bits):
            "\(bits >> 24).\(bits >> 16 & 255).\(bits >> 8 & 255).\(bits & 255)"
        case .version6(let high, let low): Self.text(high, low)
        }
    }

    /// RFC 5952, by the system's own hand.
    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        var bytes = (high.bigEndian, low.bigEndian)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let written = unsafe inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        guard unsafe written != nil else { return "" }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
