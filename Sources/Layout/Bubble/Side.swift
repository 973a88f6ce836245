/// The side of the canvas a bubble stands on.
package enum Side: String, Sendable, Hashable { case left, right }
