/// A finished page (or one endless picture): what lies behind, then blocks in reading order.
package struct Page: Sendable, Equatable {
    package let size: Size
    package let background: [Node]
    package let blocks: [Block]

    package init(size: Size, background: [Node], blocks: [Block]) {
        self.size = size
        self.background = background
        self.blocks = blocks
    }
}
