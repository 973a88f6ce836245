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
    @Test(arguments: [",", " , ", ",,"])
    func listsWithoutAValueAreErrors(text: String) throws {
        var settings = Settings()
        #expect(
            throws: SettingsFault.badValue(
                .apiKeys, value: text, source: "CHATPRINT_API_KEYS")
        ) {
            try settings.read(environment: ["CHATPRINT_API_KEYS": text])
        }
        try settings.read(environment: ["CHATPRINT_API_KEYS": ""])
        #expect(settings.apiKeys.isEmpty)
        try settings.read(environment: ["CHATPRINT_API_KEYS": "a, b,"])
        #expect(settings.apiKeys == ["a", "b"])
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
