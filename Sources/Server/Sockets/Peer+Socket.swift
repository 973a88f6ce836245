import CSockets
import Glibc
import HTTP

extension Peer {
    init(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_INET:
            let found = unsafe withUnsafeBytes(of: &storage) {
                unsafe $0.load(as: sockaddr_in.self)
            }
            self.init(
                .version4(UInt32(bigEndian: found.sin_addr.s_addr)),
                port: UInt16(bigEndian: found.sin_port))
        case AF_INET6:
            let found = unsafe withUnsafeBytes(of: &storage) {
                unsafe $0.load(as: sockaddr_in6.self)
            }
            let (high, low) = unsafe withUnsafeBytes(of: found.sin6_addr) { bytes in
                unsafe (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            // An IPv4 client on a dual-stack socket (RFC 4291 §2.5.5.2).
            let isVersion4 = high == 0 && low >> 32 == 0xFFFF
            self.init(
                isVersion4 ? .version4(UInt32(truncatingIfNeeded: low)) : .version6(high, low),
                port: UInt16(bigEndian: found.sin6_port))
        default:
            self.init(.local)
        }
    }
}
