package import Basics
import Model
package import Themes

/// Describes each system event in one sentence.
struct SystemWords {
    let phrases: Phrases
    let language: InterfaceLanguage

    private static let maxNames = 6

    init(_ phrases: Phrases, _ language: InterfaceLanguage) {
        self.phrases = phrases
        self.language = language
    }

    func sentence(_ event: SystemEvent) -> String {
        let actors = phrases.list(event.actors, most: SystemWords.maxNames)
        let targets = phrases.list(event.targets, most: SystemWords.maxNames)
        guard let action = SystemAction(named: event.action),
            let words = language.sentence(action.rawValue)
        else {
            return unknown(event.action, actors, targets)
        }
        switch (actors.isEmpty, targets.isEmpty) {
        case (true, true): return words.bare
        case (false, true): return words.byActor.filling("actor", actors)
        case (false, false):
            if let both = words.both { return both.filling("actor", actors, "targets", targets) }
            return words.byActor.filling("actor", actors) + ": " + targets
        case (true, false):
            return words.onTargets?.filling("targets", targets) ?? words.bare + ": " + targets
        }
    }

    /// The words of an unknown action, so that no information is lost.
    private func unknown(_ action: String, _ actors: String, _ targets: String) -> String {
        [actors, Phrases.readable(action), targets].filter { !$0.isEmpty }
            .joined(separator: " · ")
    }
}

extension LanguageCatalog {
    /// Loads languages that have a phrase for every system event.
    package init(folder path: String) throws(LanguageFolderFault) {
        try self.init(LayeredFiles(folder: path), in: "")
    }

    /// - Parameter folder: the folder of the languages within the files.
    package init(_ files: LayeredFiles, in folder: String) throws(LanguageFolderFault) {
        try self.init(files, in: folder, events: SystemAction.described.map(\.rawValue))
    }
}
