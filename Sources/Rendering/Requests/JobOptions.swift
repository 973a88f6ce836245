package import Conversation
package import Signing

/// What a caller asks for in addition to the conversation itself.
package struct JobOptions: Sendable {
    /// Fields of the request that take precedence over its body, and hints for importers.
    package var parameters: Parameters
    /// The format that the route or the file's name asks for; nil to leave it to the request.
    package var format: Output.Format?
    /// The format to make if the request does not name one either.
    package var fallback: Output.Format?
    /// Who signs documents; nil if nobody can.
    package var signer: (any DocumentSigner)?
    /// Whether to sign even if the request does not ask for a signature.
    package var signsAlways: Bool

    package init(
        _ parameters: Parameters = [:], format: Output.Format? = nil,
        fallback: Output.Format? = nil, signer: (any DocumentSigner)? = nil,
        signsAlways: Bool = false
    ) {
        self.parameters = parameters
        self.format = format
        self.fallback = fallback
        self.signer = signer
        self.signsAlways = signsAlways
    }
}
