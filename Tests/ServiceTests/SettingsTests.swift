import Foundation
import Model
import Testing

@testable import Service

@Suite struct SettingsTests {
    /// An operator who misspells a limit would rely on it.
    @Test(arguments: ["CHATPRINT_RENDER_SECOND", "CHATPRINT_MESAGES", "CHATPRINT_LOGLEVEL"])
    func misspelledVariablesAreErrors(variable: String) {
        var settings = Settings()
        let name = variable.dropFirst(10).lowercased()
        #expect(throws: SettingsFault.unknown(name: name, source: variable)) {
            try settings.read(environment: [variable: "5"])
        }
    }

    /// A deployment that leaves a variable empty must not turn on the decoders.
    @Test(arguments: [("", nil), ("off", false), ("true", true)] as [(String, Bool?)])
    func emptySwitchesAreNotSet(text: String, value: Bool?) throws {
        var settings = Settings()
        try settings.read(environment: ["CHATPRINT_HEIF": text])
        #expect(settings.heif == value)
    }

    /// An empty variable is not set, as in a compose file, but a list without a key is a mistake.
    @Test(arguments: [",", " , ", ",,", " ", "\n"])
    func listsWithoutAValueAreErrors(text: String) throws {
        var settings = Settings()
        let fault = SettingsFault.badValue(.apiKeys, value: text, source: "CHATPRINT_API_KEYS")
        #expect(throws: fault) { try settings.read(environment: ["CHATPRINT_API_KEYS": text]) }
        try settings.read(environment: ["CHATPRINT_API_KEYS": ""])
        #expect(settings.apiKeys.isEmpty)
        try settings.read(environment: ["CHATPRINT_API_KEYS": "a, b,\n"])
        #expect(settings.apiKeys == ["a", "b"])
        try settings.read(environment: ["CHATPRINT_API_KEYS": ""])
        #expect(settings.apiKeys == ["a", "b"])
        #expect(
            throws: SettingsFault.badValue(.apiKeys, value: "", source: "--api-keys")
        ) {
            try settings.set(.apiKeys, to: "", source: "--api-keys")
        }
    }

    private func settings(_ file: String) throws -> Settings {
        let folder = try TemporaryFolder()
        let path = try folder.write(file, to: "settings.json")
        var settings = Settings()
        do throws(SettingsFault) {
            try settings.read(file: path)
        } catch {
            #expect(error.sentence.hasPrefix(path + ": ") && !error.sentence.contains("s3cret"))
            throw error
        }
        return settings
    }

    /// A configuration that was assembled wrongly must not open the service.
    @Test(arguments: [
        #""api_keys":[""]"#, #""api_keys":[null]"#, #""api_keys":[[]]"#, #""api_keys":["a"," "]"#,
        #""api_keys":[{"key":"s3cret"}]"#, #""api_keys":{"key":"s3cret"}"#, #""api_keys":null"#,
        #""api_keys":"""#, #""api_keys":" ""#, #""api_keys":",""#, #""api_keys":["s3cret,x"]"#,
        #""api_keys":[true]"#, #""api_keys":false"#, #""api_keys":1"#, #""url_keys":[""]"#,
        #""api_keys":["s3cret"],"api_keys":[]"#, #""mark":{"text":"x"}"#, #""mark":["x"]"#,
        #""mark":true"#, #""workers":[2]"#, #""workers":2.0"#, #""port":null"#, #""heif":1"#,
    ])
    func valuesOfAnotherKindAreErrors(member: String) {
        #expect(throws: SettingsFault.self) { _ = try settings("{\(member)}") }
    }

    @Test func valuesOfAFileAreRead() throws {
        let read = try settings(
            #"{"$schema":1,"api_keys":["a"," b "],"url_keys":"c, d","cors_origins":[],"workers":2,"#
                + #""port":"80","heif":false,"mark":"","media_bytes":"1 MiB","render_seconds":0.5}"#
        )
        #expect(read.apiKeys == ["a", "b"] && read.urlKeys == ["c", "d"])
        #expect(read.corsOrigins.isEmpty && read.workers == 2 && read.port == 80)
        #expect(read.heif == false && read.limits[.mediaBytes] == 1 << 20)
        #expect(read.renderSeconds == 0.5)
    }

    /// Browsers never send another form.
    @Test(arguments: [
        "https://a.example/", "https://A.example", "https://a.example:443", "http://a.example:80",
        "a.example", "//a.example", "https://a.example/chat", "https://*.example", "https://",
        "https://a.example:", "https://a.example, b.example", "https://bücher.example",
    ])
    func originsThatNeverMatchAreErrors(text: String) {
        var settings = Settings()
        #expect(
            throws: SettingsFault.badValue(.corsOrigins, value: text, source: "--cors-origins")
        ) {
            try settings.set(.corsOrigins, to: text, source: "--cors-origins")
        }
    }

    @Test func originsOfBrowsersAreValid() throws {
        var settings = Settings()
        for text in [
            "*", "null", "https://a.example", "http://localhost:3000", "http://[::1]:8080",
            "https://a.example:80", "chrome-extension://abcdef", "https://xn--bcher-kva.example",
        ] {
            try settings.set(.corsOrigins, to: text, source: "test")
            #expect(settings.corsOrigins == [text])
        }
    }

    @Test func variablesOfOthersAreIgnored() throws {
        var settings = Settings()
        try settings.read(environment: [
            "CHATPRINT_CONFIG": "/etc/chatprint", "CHATPRINT_SERVICE_HOST": "10.0.0.1",
            "CHATPRINT_PORT_8080_TCP": "tcp://10.0.0.1:8080", "CHATPRINT_PAGES": "7",
        ])
        #expect(settings.limits[.pages] == 7)
    }
}
