import Layout
import Typesetting

extension Typesetter: TextMeasurer {}
extension BoundedTypesetter: TextMeasurer {}
