import Basics
import Model

extension Output.Engine {
    var summary: String {
        switch self {
        case .chatprint:
            "the default: painted in stripes on all cores; documents are PDF/A and tagged"
        case .cairo:
            "cairo alone, to compare with; png, zip, pdf and svg, one conversation at a time. "
                + "It lacks PDF/A, tags and attachments, emoji as text in documents, "
                + "and text in svg, whose letters are outlines"
        }
    }
}

extension Output.Format {
    var mediaType: MediaType { MediaType(traits.mediaType.type, traits.mediaType.subtype) }

    var contentType: String { mediaType.essence + traits.parameters }

    /// The `Content-Security-Policy` of formats that browsers open as documents. They may show
    /// their content but run no scripts.
    var contentSecurityPolicy: String? {
        guard has(.scriptable) else { return nil }
        return
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
    }
}
