package import Basics
import Model
import Themes

/// Sets of parameters with a name, which callers select by the parameter `preset`.
package struct Presets: Sendable, Equatable {
    package struct Preset: Sendable, Equatable {
        package let name: String
        /// What the preset is for; empty if its operator does not say.
        package let summary: String
        /// The parameters as JSON, which may group them: `{"page": {"size": "A5"}}`.
        package let fields: JSONValue
        package let parameters: Parameters
    }

    /// The name under which a request and a command select a preset.
    package static let parameter = "preset"

    package private(set) var all: [Preset] = []
    /// Whether requests may set the output by presets alone.
    package var areRequired = false

    package init() {}

    /// Returns nil unless the value is an object of objects, each with parameters and, optionally,
    /// a `summary`.
    package init?(_ json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        for member in members where !member.key.hasPrefix("$") {
            guard Self.isName(member.key), self[member.key] == nil,
                case .object(let fields) = member.value,
                let preset = Self.preset(member.key, fields)
            else { return nil }
            all.append(preset)
        }
    }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
    }

    private static func preset(_ name: String, _ fields: [JSONValue.Member]) -> Preset? {
        var summary = ""
        var others: [JSONValue.Member] = []
        var parameters: Parameters = [:]
        for field in fields {
            if field.key == "summary" {
                guard let text = field.value.string else { return nil }
                summary = text
                continue
            }
            others.append(field)
            guard parameters.append(field.value, under: field.key) == nil else { return nil }
        }
        return Preset(name: name, summary: summary, fields: .object(others), parameters: parameters)
    }

    package subscript(name: String) -> Preset? { all.first { $0.name == name } }

    /// Those of `config/presets.json`.
    package static let shipped: Presets = {
        let file = ShippedFiles.all["presets.json"]?() ?? []
        return (try? JSONValue(parsing: file)).flatMap(Presets.init) ?? Presets()
    }()

    /// These presets, followed by those of the others whose names they do not have.
    package func with(_ others: Presets) -> Presets {
        var presets = self
        presets.all += others.all.filter { self[$0.name] == nil }
        return presets
    }

    /// Replaces the names of presets by their parameters, which all others take precedence over. Of
    /// several presets, the last one does.
    package func expanded(_ parameters: Parameters) throws(Explanation) -> Parameters {
        let others = parameters.dropping([Self.parameter])
        if areRequired,
            let (name, _) = others.pairs.first(where: { QueryParameters.styles($0.key) })
        {
            throw .onlyPresets("\(subject: name)", allowed: all.map(\.name))
        }
        var expanded: Parameters = [:]
        for (key, name) in parameters.pairs where key == Self.parameter {
            guard let preset = self[name] else {
                throw Explanation(
                    .invalidParameter,
                    "\(subject: Self.parameter) is \"\(name.shortened)\", but must name a preset.",
                    unknown: name, among: all.map(\.name))
            }
            expanded = expanded.replaced(by: preset.parameters)
        }
        return expanded.replaced(by: others)
    }
}

extension JobBuilder {
    /// Rejects presets of an operator that no request could use. Those of the program are tested.
    func checkPresets() throws(ConfigurationFault) {
        for preset in presets.all where Presets.shipped[preset.name] != preset {
            do throws(Explanation) {
                try check(preset)
            } catch {
                throw .preset(preset.name, error)
            }
        }
    }

    func check(_ preset: Presets.Preset) throws(Explanation) {
        guard preset.parameters[Presets.parameter] == nil else {
            throw Explanation(.invalidParameter, "A preset cannot contain another one.")
        }
        let strict: Parameters = ["strict": "true"]
        let request: RenderRequest
        do throws(ConversationError) {
            request = try ConversationDecoder.request(
                for: Conversation(), overrides: (preset.parameters + strict).pairs, warnings: [],
                limits: limits)
        } catch {
            throw error.explanation
        }
        _ = try resolved(request, base: ThemeCatalog.standard) { _ in nil }
    }
}

extension Parameters {
    /// Another theme has no use for changes of the first one.
    fileprivate func replaced(by second: Parameters) -> Parameters {
        guard second["theme"] != nil else { return self + second }
        return Parameters(pairs.filter { $0.key != "mode" && !$0.key.hasPrefix("theme.") })
            + second
    }

    /// Adds a value, and those within an object under dotted names: `{"page": {"size": "A5"}}` is
    /// `page.size=A5`.
    ///
    /// - Returns: the JSON Pointer of a list that is neither of texts nor of objects, within the
    ///   value.
    package mutating func append(_ value: JSONValue, under name: String) -> String? {
        switch value {
        case .null: break
        case .bool(let isOn): append(name, isOn ? "true" : "false")
        case .number(let lexeme): append(name, lexeme)
        case .string(let text): append(name, text)
        case .object(let members):
            for member in members {
                if let place = append(member.value, under: "\(name).\(member.key)") {
                    return JSONPointer.step(member.key) + place
                }
            }
        case .array(let elements):
            let values = elements.compactMap { $0.string ?? $0.number?.text }
            if values.count == elements.count {
                append(name, values.joined(separator: ","))
                return nil
            }
            for (index, element) in elements.enumerated() {
                guard element.kind == .object else { return JSONPointer.step(index) }
                if let place = append(element, under: name) {
                    return JSONPointer.step(index) + place
                }
            }
        }
        return nil
    }
}

extension Explanation {
    /// - Parameter what: the part of the request that sets the output.
    static func onlyPresets(_ what: Sentence, allowed: [String]) -> Explanation {
        Explanation(
            .invalidParameter,
            "\(what) is not allowed: this service accepts only its presets (setting only_presets).",
            setting: "only_presets", allowed: allowed)
    }
}
