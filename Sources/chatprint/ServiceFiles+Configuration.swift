import Basics
import Model
import Service
import Themes

extension ServiceFiles {
    init(_ files: LayeredFiles) throws(CommandFailure) {
        self.init()
        openAPI = try Self.openAPI(files)
        schema = try Self.schema(files)
        page = try Self.localized(Self.page(in: "page", files), files)
        docs = try Self.page(in: "docs", files)
    }

    private static func schema(_ files: LayeredFiles) throws(CommandFailure) -> [UInt8]? {
        guard let file = files.bytes("schema.json") else { return nil }
        do throws(JSONError) {
            return try RequestSchema(file).value.bytes
        } catch {
            throw .configuration("\(files.place("schema.json")) is not valid JSON")
        }
    }

    private static func openAPI(_ files: LayeredFiles) throws(CommandFailure) -> [UInt8]? {
        guard let file = files.bytes("openapi.json") else { return nil }
        do throws(OpenAPIDocument.Fault) {
            return try OpenAPIDocument(file).bytes
        } catch {
            let place = files.place("openapi.json")
            switch error {
            case .syntax, .notAnObject: throw .configuration("\(place) is not a JSON object")
            case .unknownParameter(let name, let path):
                throw .configuration("\(place): \(path) names an unknown parameter: \(name)")
            }
        }
    }

    /// - Parameter folder: the folder of the page's index and of files that it shares with another
    ///   page.
    private static func page(
        in folder: String, _ files: LayeredFiles
    ) throws(CommandFailure) -> WebPage? {
        guard let index = files.bytes(folder + "/index.html") else { return nil }
        func path(_ name: String) -> String {
            name.hasPrefix("../") ? String(name.dropFirst(3)) : folder + "/" + name
        }
        do throws(WebPage.Fault) {
            return try WebPage(index: String(decoding: index, as: UTF8.self)) { name in
                files.bytes(path(name)).map { String(decoding: $0, as: UTF8.self) }
            }
        } catch {
            switch error {
            case .missing(let name):
                throw .configuration("\(files.place(path(name))) cannot be read")
            case .unknownWord: throw .configuration("\(files.place(folder)) cannot be read")
            }
        }
    }

    /// Returns the page with its phrases in all languages.
    private static func localized(
        _ page: WebPage?, _ files: LayeredFiles
    ) throws(CommandFailure) -> LocalizedPage? {
        guard let page else { return nil }
        let folder = "page/languages"
        do {
            let catalog = try PageCatalog(files, in: folder, phrases: "languages")
            return try LocalizedPage(page, in: catalog)
        } catch let fault as LanguageFolderFault {
            throw .configuration("\(files.place(folder)): \(fault.sentence)")
        } catch WebPage.Fault.unknownWord(let key) {
            throw .configuration(
                "\(files.place("page")) has the placeholder {{\(key)}}, but \(folder)/en.json has "
                    + "no such text")
        } catch {
            throw .configuration("\(files.place("page")) cannot be read")
        }
    }
}
