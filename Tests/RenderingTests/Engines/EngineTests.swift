import Testing

/// One after another: cairo is one drawing's at a time, and a test that waited for it would hold a
/// thread that others could use.
@Suite(.serialized) enum EngineTests {}
