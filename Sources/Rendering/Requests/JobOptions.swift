package import Evidence
package import Model

/// The caller's options in addition to the conversation itself.
package struct JobOptions: Sendable {
    /// Parameters that override fields of the body, and hints for importers.
    package var parameters: Parameters
    /// The format of the route or the output file's extension; nil to leave it to the request.
    package var format: Output.Format?
    /// The format to use if the request does not name one either.
    package var fallback: Output.Format?
    /// The signer of documents; nil if there is none.
    var signer: (any DocumentSigner)?
    /// Whether to sign even if the request does not ask for a signature.
    var signsAlways: Bool

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

    /// The format of a request. PDF is the only format that can be signed.
    func format(for output: Output) -> Output.Format {
        format ?? output.format ?? fallback ?? (output.signature == nil ? .png : .pdf)
    }
}
