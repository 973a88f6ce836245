package import Evidence
package import Importing
package import Model
package import Themes

/// The reason why a request cannot become a job, or a document cannot be verified.
package enum JobError: Error, Sendable, Equatable {
    case conversation(ConversationError)
    case importing(ImportError)
    case theme(ThemeFaults)
    case parameter(ParameterFault)
    case conflict(OptionConflict)
    /// The filter removed all messages.
    case nothingLeft(of: Int)
    /// A file that was listed in its folder cannot be read.
    case unreadable(file: String)
    /// A signature was requested, but no signing key is available.
    case noSigner
    /// The work was stopped, or drawing failed.
    case render(RenderFault)
    case verification(Verifier.Failure)
}

/// A parameter of an import or a verification with an invalid value.
package enum ParameterFault: Sendable, Equatable {
    case dateOrder(String)
    case year(String)
    case flag(String, name: String)
    case unknown(String, known: [String])
    case repeated(String)
    /// A part of a form whose name is, contains or resembles that of a setting that protects
    /// something.
    case part(String)
}

/// Two options of a request that cannot be combined, or one that the format does not support.
package enum OptionConflict: Sendable, Equatable {
    /// A feature that the engine "cairo" does not support.
    package enum CairoLack: Sendable, Equatable {
        case production, evidence, signatures, passwords, clips
    }

    case cairo(CairoLack)
    case canvas(Output.Format)
    case canvasOfProduction
    case canvasWithEvidence
    case frame(Output.Format)
    case frameWithEvidence
    /// The format cannot show a moment of a clip.
    case moment(Output.Format)
    case motionWithEvidence
    /// An evidence document shows messages without highlighting, dimming or notes.
    case excerptWithEvidence
    case splitting(Output.Format)
    /// The prefix of page numbers contains characters that file names of a production cannot have.
    case productionPrefix
    case evidenceInFrames
    case evidenceNotArchival
    case evidenceOnEndlessPage
    case signature(Output.Format)
    /// The signature line has no name to show.
    case signatureWithoutName
    case password(Output.Format)
    case passwordWithSignature
    case passwordWithEvidence
}

extension RenderControl {
    /// Throws the error if the work must stop or no memory is left.
    func checkpoint(taking bytes: Int = 0) throws(JobError) {
        do throws(RenderFault) {
            try check(taking: bytes)
        } catch {
            throw .render(error)
        }
    }
}
