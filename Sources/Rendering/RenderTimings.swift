/// How long each stage took, in nanoseconds.
package struct RenderTimings: Sendable, Equatable {
    package var layout: UInt64 = 0
    package var paint: UInt64 = 0

    package init() {}
}
