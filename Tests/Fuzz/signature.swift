// Feeds the readers of signatures, certificates and time stamps whatever the fuzzer invents; script/fuzz runs it.

import Signing

/// A message that was read is read again as it was once a time stamp stands behind it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = Certificate(bytes)
    if let token = try? TimestampToken(bytes) { _ = (token.moment, token.authority) }
    guard let message = try? ReadMessage(bytes) else { return 0 }
    _ = (message.told, message.isConsistent, message.isSignedRight, message.timestamps)
    _ = (message.hasBrokenCertificate, message.uncoveredCertificates)
    guard message.isWhole(bytes), let stamped = try? SignedMessage.adding(bytes, to: bytes) else {
        return 0
    }
    guard let again = try? ReadMessage(stamped) else {
        preconditionFailure("what was written cannot be read")
    }
    precondition(again.signature == message.signature && again.told == message.told)
    return 0
}
