import Basics
import Testing

@testable import Model

@Suite struct FieldNamesTests {
    @Test(arguments: [
        (#"{"titel":"x","messages":["a"]}"#, "title"),
        (#"{"participants":[{"id":"a","colour":"x"}],"messages":["a"]}"#, "color"),
        (#"{"emoji":[{"name":"x","scr":"x"}],"messages":["a"]}"#, "src"),
        (#"[{"text":"a","reply":"m1","reactoins":[]}]"#, "reactions"),
        (#"[{"text":"a","from":{"name":"A","avatr":1}}]"#, "avatar"),
        (
            #"[{"text":"a","entities":[{"type":"bold","offset":0,"lenght":1,"length":1}]}]"#,
            "length"
        ),
        (#"[{"content":[{"text":"a","tpye":"text"}]}]"#, "type"),
        (#"[{"attachments":[{"kind":"file","captoin":"x"}]}]"#, "caption"),
        (#"[{"attachments":[{"kind":"image","src":{"flie":"x"}}]}]"#, "file"),
        (#"[{"attachments":[{"kind":"card","buttons":[{"lable":"x"}]}]}]"#, "label"),
        (#"[{"poll":{"question":"x","options":[{"text":"a","chosn":1}]}}]"#, "chosen"),
        (#"[{"location":{"longitud":1}}]"#, "longitude"),
        (#"[{"text":"a","edited":{"histroy":[]}}]"#, "history"),
    ])
    func misspelledFieldsAreSuggestedInTheirObjects(json: String, name: String) throws {
        let warnings = try ConversationDecoder.decode(Array(json.utf8)).warnings
        #expect(warnings.contains { $0.meant == name })
    }

    @Test func fieldsOfAnObjectHaveDifferentNames() {
        for names in [MessageDraft.fields.names, AttachmentDraft.fields.names] {
            #expect(Set(names).count == names.count && names.count > 25)
            #expect(names.allSatisfy { MessageDraft.fields.reader(of: $0 + "\u{0}") == nil })
        }
        #expect(MessageDraft.fields.names.allSatisfy { MessageDraft.fields.reader(of: $0) != nil })
    }
}
