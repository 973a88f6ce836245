import Glibc

/// A library that is opened when it is first needed: linking it would load it at every start.
@safe package struct LoadedLibrary {
    /// The library is not installed, or lacks a function.
    package struct Missing: Error {}

    private let handle: UnsafeMutableRawPointer

    package init(_ name: String) throws(Missing) {
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Missing() }
        unsafe self.handle = handle
    }

    /// - Returns: the function, whose type must be that of its declaration.
    @unsafe
    package func symbol<Function>(_ name: String) throws(Missing) -> Function {
        guard let symbol = unsafe dlsym(handle, name) else { throw Missing() }
        return unsafe unsafeBitCast(symbol, to: Function.self)
    }
}
