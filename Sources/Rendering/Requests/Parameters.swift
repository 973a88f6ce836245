package import Basics

/// Options as text, named like query parameters. If a name occurs more than once, the values of a
/// list are joined, and the last of other values applies.
package struct Parameters: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The parameters in the order given.
    private(set) var pairs: [(key: String, value: String)]

    package init(_ pairs: [(key: String, value: String)]) { self.pairs = pairs }

    package init(dictionaryLiteral elements: (String, String)...) {
        pairs = elements.map { (key: $0.0, value: $0.1) }
    }

    package mutating func append(_ name: String, _ value: String) { pairs.append((name, value)) }

    /// `format=pdf page.size=A5`.
    package var text: String { pairs.map { "\($0.key)=\($0.value)" }.joined(separator: " ") }

    /// The last value of any of these names; nil if none was given.
    package subscript(_ names: String...) -> String? {
        pairs.last { names.contains($0.key) }?.value
    }

    package func keeping(_ names: Set<String>) -> Parameters {
        Parameters(pairs.filter { names.contains($0.key) })
    }

    /// Throws an error if there is a parameter with another name, or one with two values.
    package func expectOnly(_ names: [String]) throws(Explanation) {
        var values: [String: String] = [:]
        for (name, value) in pairs {
            guard names.contains(name) else {
                throw ParameterFault.unknown(name, known: names).explanation
            }
            guard values.updateValue(value, forKey: name) ?? value == value else {
                throw ParameterFault.repeated(name).explanation
            }
        }
    }

    package static func == (left: Parameters, right: Parameters) -> Bool {
        left.pairs.elementsEqual(right.pairs, by: ==)
    }

    func dropping(_ names: Set<String>) -> Parameters {
        Parameters(pairs.filter { !names.contains($0.key) })
    }

    /// Returns the parameters of both. Those of `second` replace those of `first` with the same name,
    /// except rules of redaction, which are all applied.
    package static func + (first: Parameters, second: Parameters) -> Parameters {
        let replaced = Set(second.pairs.map(\.key)).filter { !$0.contains("redact") }
        return Parameters(first.dropping(replaced).pairs + second.pairs)
    }
}
