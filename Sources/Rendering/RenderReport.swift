package import Compression
package import Conversation

/// What is known of an output before its first byte.
package struct RenderReport: Sendable {
    package let format: Output.Format
    /// Of the picture, in pixels; of a document's page or the layout, in points.
    package let width: Int
    package let height: Int
    package let pages: Int
    package let messages: Int
    /// The first hundred.
    package let warnings: [Warning]
    package let warningCount: Int
}

/// Where a rendering goes: first what it will be, then its bytes.
package protocol RenderSink: ByteSink {
    mutating func begin(_ report: RenderReport) throws(SinkFailure)
}
