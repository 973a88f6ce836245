import Basics
import Foundation
import HTTP
import Testing

@testable import Service

/// The `type` of problem documents points to these pages.
@Suite struct ProblemTypeTests {
    @Test func everyTypeHasAPageWithItsTitleCausesAndRemedy() throws {
        for type in ProblemType.allCases {
            let answer = try service.get(type.path)
            #expect(answer.status == 200)
            for part in [type.description.title, type.description.causes, type.description.remedy] {
                #expect(answer.text.contains(part), "\(type.rawValue)")
            }
        }
    }

    @Test func listHasEveryType() throws {
        let list = try InProcessService().get("/problems").text
        for type in ProblemType.allCases {
            #expect(list.contains("\(type.rawValue) (\(type.description.status))"))
        }
    }

    @Test func browsersGetHTML() throws {
        let page = try service.get("/problems/not-found", ["Accept: text/html,*/*;q=0.8"])
        #expect(page.text.hasPrefix("<!doctype html>"))
        #expect(page.text.contains("<code>GET /</code>"))
    }

    @Test func unknownTypesAreNotFound() throws {
        let answer = try InProcessService().get("/problems/nonsense")
        #expect(answer.status == 404)
        #expect(answer.text.contains(#""type":"/problems/not-found""#))
    }

    /// A title names the problem; causes and remedy are complete sentences.
    @Test func descriptionsFollowTheRules() {
        for type in ProblemType.allCases {
            let words = type.description
            #expect(!words.title.hasSuffix("."), "\(type.rawValue)")
            #expect(words.causes.hasSuffix(".") && words.remedy.hasSuffix("."), "\(type.rawValue)")
            #expect((400...599).contains(words.status), "\(type.rawValue)")
            #expect(words.title != type.rawValue, "the catalogue lacks \(type.rawValue)")
        }
    }
}
