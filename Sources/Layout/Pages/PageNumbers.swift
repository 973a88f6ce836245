/// The numbering of pages that are only a part of a conversation's pages.
package struct PageNumbers: Sendable {
    package var before = 0
    /// The number of all pages; nil if these are all.
    package var all: Int?
    /// The count of intermediate case numbers assigned to files that are produced without pages.
    package var skipped = 0

    package init() {}

    package init(before: Int, all: Int) {
        self.before = before
        self.all = all
    }
}
