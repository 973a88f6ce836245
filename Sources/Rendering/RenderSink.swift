package import Compression

/// Where a rendering goes: first what it will be, then its bytes.
package protocol RenderSink: ByteSink {
    mutating func begin(_ report: RenderReport) throws(SinkFailure)
}
