import Layout
package import Scene
package import Typesetting

extension Typesetter: TextMeasurer {}
extension BoundedTypesetter: TextMeasurer {}

extension FontTable: FontLookup {
    package func fontFile(_ id: FontID) -> FontFile? { file(id) }
}
