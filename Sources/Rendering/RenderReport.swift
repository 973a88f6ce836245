package import Basics
package import Model

/// The facts about an output that are known before its first byte.
package struct RenderReport: Sendable {
    package let format: Output.Format
    /// The picture's size in pixels, or the size of a document's page or layout in points.
    package let width: Int
    package let height: Int
    package let pages: Int
    package let messages: Int
    /// The first hundred warnings.
    package let warnings: [Warning]
    package let warningCount: Int
}

/// The destination of a rendering, which receives a report and then the bytes.
package protocol RenderSink: ByteSink {
    mutating func begin(_ report: RenderReport) throws(SinkFailure)
}
