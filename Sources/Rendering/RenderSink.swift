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
package final class RenderSink {
    /// Nil until the output begins.
    package private(set) var report: RenderReport?
    private let bytes: ByteSink
    private let begun: (RenderReport) -> Void

    package init(
        _ bytes: ByteSink, begun: @escaping (RenderReport) -> Void = { _ in }
    ) {
        self.bytes = bytes
        self.begun = begun
    }

    /// Begins the output and returns the destination of its bytes.
    func begin(_ report: RenderReport) -> ByteSink {
        self.report = report
        begun(report)
        return bytes
    }
}
