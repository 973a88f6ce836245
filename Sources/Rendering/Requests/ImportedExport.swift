package import Importing

/// An export that was read, and its bytes, which some outputs include.
package struct ImportedExport: Sendable {
    package let upload: Upload
    package let imported: Imported
}
