/// Why a signature got no time stamp.
package enum TimestampFault: Error, Sendable, Hashable {
    /// The data is not an answer of RFC 3161, or not a token.
    case unreadable
    /// The authority has refused, by its status (RFC 3161, 2.4.2).
    case refused(status: Int)
    /// It is about something else.
    case otherImprint
    /// It answers another question, perhaps one of long ago.
    case otherNonce
    /// The signature over it is not its certificate's, or that is for no time stamps.
    case badSignature
    /// The program that was to get it, and what became of it.
    case program(String)
}
