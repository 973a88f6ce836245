package import Basics
import HTTP
import Model

/// The API reference that `GET /openapi.json` returns, composed from `config/openapi.json`, the
/// table of routes and the traits of the formats.
///
/// The file contains the texts that people write. It extends OpenAPI by:
/// - `parameters`: referenced by name from operations; `needs` lists the features that a format
///   must have.
/// - `problems`: a sentence for each status.
/// - `outputs`: the content of the media types that are not plain bytes.
/// - the path `/render.{format}`, which becomes a path for each format.
///
/// The facts that follow from a route are added: its body, and the statuses of its problems, unless
/// the operation lists them in `problems`.
package struct OpenAPIDocument {
    package enum Fault: Error, Equatable {
        case syntax(JSONError)
        case notAnObject
        /// An operation names a parameter that `parameters` does not have.
        case unknownParameter(String, path: String)
    }

    package let bytes: [UInt8]

    package init(_ file: [UInt8]) throws(Fault) {
        let source: JSONValue
        do throws(JSONError) {
            source = try JSONValue(parsing: file)
        } catch {
            throw .syntax(error)
        }
        guard case .object(let members) = source else { throw .notAnObject }
        let composer = Composer(source)
        var composed: [JSONValue.Member] = []
        for member in members {
            switch member.key {
            case "parameters", "problems", "outputs": break
            case "paths": composed.append(.init("paths", try composer.paths(member.value)))
            case "components":
                composed.append(.init("components", composer.components(member.value)))
            default: composed.append(member)
            }
        }
        var writer = JSONWriter()
        writer.value(JSONValue.object(composed))
        bytes = writer.drain()
    }
}

private struct Composer {
    private let parameters: [String: JSONValue]
    private let problems: [JSONValue.Member]
    private let outputs: JSONValue?

    init(_ source: JSONValue) {
        parameters = Dictionary(
            source["parameters"]?.entries.map { ($0.key, $0.value) } ?? [],
            uniquingKeysWith: { $1 })
        problems = source["problems"]?.entries ?? []
        outputs = source["outputs"]
    }

    func components(_ value: JSONValue) -> JSONValue {
        var members = value.entries
        let responses = problems.map { JSONValue.Member($0.key, Self.problem($0.value)) }
        if let index = members.firstIndex(where: { $0.key == "responses" }) {
            members[index].value = .object(responses + members[index].value.entries)
        }
        return .object(members)
    }

    func paths(_ value: JSONValue) throws(OpenAPIDocument.Fault) -> JSONValue {
        var paths: [JSONValue.Member] = []
        for member in value.entries {
            let row = Route.table.first { $0.path == member.key }
            guard member.key == "/render.{format}" else {
                paths.append(try path(member.key, member.value, row, nil))
                continue
            }
            for format in Output.Format.offered {
                paths.append(try path("/render." + format.rawValue, member.value, row, format))
            }
        }
        return .object(paths)
    }

    /// - Parameter format: the format for which an operation is composed; nil for all formats.
    private func path(
        _ path: String, _ value: JSONValue, _ row: Route.Row?, _ format: Output.Format?
    ) throws(OpenAPIDocument.Fault) -> JSONValue.Member {
        var methods: [JSONValue.Member] = []
        for method in value.entries {
            let operation = row?.operations.first {
                $0.method == Method(method.key.uppercased())
            }
            methods.append(
                .init(
                    method.key, try compose(method.value, operation, format, at: path)))
        }
        return .init(path, .object(methods))
    }

    private func compose(
        _ value: JSONValue, _ operation: Route.Operation?, _ format: Output.Format?, at path: String
    ) throws(OpenAPIDocument.Fault) -> JSONValue {
        let takesBody = if case .work = operation?.action { true } else { false }
        var codes = value["problems"]?.elements.compactMap(\.string) ?? Self.codes(operation)
        // Any text may stand for a placeholder: an invalid target, or a path that does not exist.
        if path.contains("{"), !takesBody { codes += ["400", "404"] }
        let names = value["parameters"]?.elements.compactMap(\.string) ?? []
        let pictures = names.contains("errors") ? pictures(format) : []
        var members: [JSONValue.Member] = []
        for member in value.entries {
            switch member.key {
            case "problems": break
            case "parameters":
                let (listed, allowsAsync) = try parameters(member.value, format, at: path)
                // An operation with the parameter `Prefer` can respond asynchronously (RFC 7240).
                if allowsAsync, takesBody { codes.append("202") }
                members.append(.init("parameters", .array(listed)))
            case "responses":
                if takesBody, value["requestBody"] == nil {
                    let reference = Self.reference("requestBodies", "Conversation")
                    members.append(.init("requestBody", reference))
                }
                members.append(
                    .init("responses", responses(member.value, codes, format, or: pictures)))
            case "operationId", "summary":
                let name = (format?.rawValue).map { $0.prefix(1).uppercased() + $0.dropFirst() }
                let text = (member.value.string ?? "")
                    .replacing("{noun}", with: format?.traits.noun ?? "")
                    .replacing("{Format}", with: name ?? "")
                members.append(.init(member.key, .string(text)))
            default: members.append(member)
            }
        }
        return .object(members)
    }

    /// The error statuses that every operation of this kind can return.
    private static func codes(_ operation: Route.Operation?) -> [String] {
        guard let operation else { return [] }
        switch (operation.action, operation.access) {
        case (.work, _):
            return ["400", "401", "406", "408", "413", "415", "422", "429", "500", "503"]
        case (.answer, .keyOrSignature):
            return ["400", "401", "406", "408", "422", "429", "500", "503"]
        case (.answer, .key): return ["401", "406", "429"]
        case (.answer, .open): return []
        }
    }

    /// Returns the parameters of an operation, and whether it has the parameter `Prefer`.
    private func parameters(
        _ value: JSONValue, _ format: Output.Format?, at path: String
    ) throws(OpenAPIDocument.Fault) -> (listed: [JSONValue], allowsAsync: Bool) {
        var listed: [JSONValue] = []
        for item in value.elements {
            guard let name = item.string else {
                listed.append(Self.withFormats(item))
                continue
            }
            guard let parameter = parameters[name] else {
                throw .unknownParameter(name, path: path)
            }
            let needs = parameter["needs"]?.elements.compactMap(\.string) ?? []
            guard format.map({ format in needs.allSatisfy { format.provides($0) } }) ?? true else {
                continue
            }
            listed.append(.object(parameter.entries.filter { $0.key != "needs" }))
        }
        return (listed, listed.contains { $0["name"] == "Prefer" })
    }

    private static func withFormats(_ parameter: JSONValue) -> JSONValue {
        guard parameter["schema"]?["enum"] == "{formats}" else { return parameter }
        let names = Output.Format.offered.map { JSONValue.string($0.rawValue) }
        return .object(
            parameter.entries.map {
                $0.key == "schema" ? .init("schema", ["enum": .array(names)]) : $0
            })
    }

    /// - Parameter pictures: the content of problems besides the problem document.
    private func responses(
        _ value: JSONValue, _ codes: [String], _ format: Output.Format?,
        or pictures: [JSONValue.Member]
    ) -> JSONValue {
        var members = value.entries.map { member -> JSONValue.Member in
            guard member.value.string == nil else {
                return .init(member.key, Self.problem(member.value, or: pictures))
            }
            return .init(
                member.key,
                .object(
                    member.value.entries.map { part in
                        switch part.key {
                        case "headers": .init("headers", headers(part.value, format))
                        case "content" where part.value == "{outputs}":
                            .init("content", content(format))
                        default: part
                        }
                    }))
        }
        for code in codes where !members.contains(where: { $0.key == code }) {
            let description = problems.first { $0.key == code }?.value
            let drawn = description.map { Self.problem($0, or: pictures) }
            let response = pictures.isEmpty ? nil : drawn
            members.append(.init(code, response ?? Self.reference("responses", code)))
        }
        return .object(members)
    }

    /// The content of problems with `errors=picture`.
    private func pictures(_ format: Output.Format?) -> [JSONValue.Member] {
        (format.map { [$0] } ?? Output.Format.offered).filter { $0.has(.embedded) }
            .map(\.mediaType.essence).reduce(into: []) { members, type in
                guard !members.contains(where: { $0.key == type }) else { return }
                members.append(.init(type, Self.bytes(type)))
            }
    }

    private static func bytes(_ type: String) -> JSONValue {
        ["schema": ["type": "string", "contentMediaType": .string(type)]]
    }

    /// The file references shared headers by name and defines the others in place.
    private func headers(_ value: JSONValue, _ format: Output.Format?) -> JSONValue {
        guard case .array(let elements) = value else { return value }
        var members = elements.flatMap { element -> [JSONValue.Member] in
            guard let name = element.string else { return element.entries }
            return [JSONValue.Member(name, Self.reference("headers", name))]
        }
        if format?.contentSecurityPolicy != nil {
            let name = "Content-Security-Policy"
            members.append(.init(name, Self.reference("headers", name)))
        }
        return .object(members)
    }

    private func content(_ format: Output.Format?) -> JSONValue {
        let formats = format.map { [$0] } ?? Output.Format.offered
        var types = formats.map(\.mediaType.essence)
        if formats.contains(where: { $0.has(.divisible) }) { types.append("application/zip") }
        var members: [JSONValue.Member] = []
        for type in types where !members.contains(where: { $0.key == type }) {
            members.append(.init(type, outputs?[type] ?? Self.bytes(type)))
        }
        return .object(members)
    }

    private static func reference(_ kind: String, _ name: String) -> JSONValue {
        ["$ref": .string("#/components/\(kind)/\(name)")]
    }

    private static func problem(
        _ description: JSONValue, or pictures: [JSONValue.Member] = []
    ) -> JSONValue {
        let schema: JSONValue = ["schema": reference("schemas", "Problem")]
        let content = [JSONValue.Member("application/problem+json", schema)] + pictures
        return ["description": description, "content": .object(content)]
    }
}

extension Output.Format {
    /// Whether the format has the feature or the kind of this name.
    fileprivate func provides(_ name: String) -> Bool {
        traits.kind.rawValue == name
            || Features.names.contains { $0.name == name && has($0.feature) }
    }
}

extension JSONValue {
    /// The members of an object; empty for other values.
    fileprivate var entries: [Member] { members ?? [] }

    /// The elements of an array; empty for other values.
    fileprivate var elements: [JSONValue] { array ?? [] }
}
