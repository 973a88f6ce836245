/// The address of the client, in a compact form because there may be ten thousand connections.
package struct Peer: Sendable, Hashable, CustomStringConvertible {
    package enum Address: Sendable, Hashable {
        /// A client on a Unix socket.
        case local
        case version4(UInt32)
        /// The upper and lower 64 bits.
        case version6(UInt64, UInt64)
    }

    let address: Address
    package let port: UInt16

    package init(_ address: Address, port: UInt16 = 0) {
        self.address = address
        self.port = port
    }

    /// The unit of limits per client: an IPv4 address, or the first 64 bits of IPv6, which a single
    /// customer usually owns; nil for a Unix socket.
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

    /// The address without the port, for rate limits and logs; `local` for a Unix socket.
    package var description: String {
        switch address {
        case .local: "local"
        case .version4(let bits):
            "\(bits >> 24).\(bits >> 16 & 255).\(bits >> 8 & 255).\(bits & 255)"
        case .version6(let high, let low): Self.text(high, low)
        }
    }

    /// Returns the canonical text (RFC 5952 §4): lower case, no leading zeros, and `::` for the
    /// first of the longest sequences of at least two zero groups.
    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        let groups = [high, low].flatMap { half in
            stride(from: 48, through: 0, by: -16).map { UInt16(truncatingIfNeeded: half >> $0) }
        }
        var zeros = 0..<0
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 { start = index + 1 }
            if index + 1 - start > max(1, zeros.count) { zeros = start..<index + 1 }
        }
        func joined(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !zeros.isEmpty else { return joined(groups[...]) }
        return joined(groups[..<zeros.lowerBound]) + "::" + joined(groups[zeros.upperBound...])
    }
}
