import Testing

/// Serialized: cairo draws one scene at a time, and a test that waited for it would block a thread
/// that others could use.
@Suite(.serialized) enum EngineTests {}
