// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target of this package.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// - Parameter path: the folder of its files; nil for the folder with its name.
func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

/// - Parameters:
///   - examples: the files that the tests read from the source tree.
///   - isLast: whether the target is compiled last. Two processes then share its files, so that no
///     core is idle.
func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], examples: [String] = [],
    isLast: Bool = false
) -> Target {
    let flags: [String] =
        if isLast {
            [
                "-Onone", "-no-whole-module-optimization", "-enable-batch-mode",
                "-driver-batch-count", "2",
            ]
        } else {
            // Emitting the module separately would type-check the tests twice, and nothing imports it.
            ["-Onone", "-no-emit-module-separately-wmo"]
        }
    return .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        exclude: examples,
        swiftSettings: strict + [.unsafeFlags(flags)])
}

/// A C library of the system: a module map, and a shim for macros and variadic functions.
func system(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/SystemLibraries/\(name)", pkgConfig: pkgConfig,
        providers: [.apt([apt])])
}

/// The targets of the tests. The build of the container image leaves them out.
let testing: [Target] =
    Context.environment["CHATPRINT_TESTS"] == "0"
    ? []
    : [
        // Reads documents independently of our own code.
        system("CQPDF", pkgConfig: "libqpdf", apt: "libqpdf-dev"),
        .target(
            name: "TestSupport", dependencies: ["Basics", "Layout", "Model", "Scene", "Themes"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "TestDrawing",
            dependencies: ["CFreeType", "Basics", "Documents", "Graphics", "Scene", "Typesetting"],
            path: "Tests/TestDrawing", swiftSettings: strict),
        .target(
            name: "TestSockets", dependencies: ["CSockets"], path: "Tests/TestSockets",
            swiftSettings: strict),
        .target(
            name: "TestBytes", dependencies: ["CSQLite"], path: "Tests/TestBytes",
            swiftSettings: strict),
        .target(name: "TestKeys", path: "Tests/TestKeys", swiftSettings: strict),
        tests("Basics", ["Graphics", "TestDrawing"]),
        tests("Scene"),
        tests("Model", ["Basics", "CMarkdown", "TestBytes"]),
        tests("Themes", ["Basics", "CShipped", "Scene", "TestSupport"]),
        tests("Readers", ["Basics", "CSQLite", "TestBytes"]),
        tests("Importing", ["Basics", "CZip", "CZlib", "Model", "Readers", "TestBytes"]),
        tests(
            "Layout", ["Basics", "Model", "Scene", "TestSupport", "Themes"],
            examples: ["Conversations", "Goldens"]),
        tests("Fonts", ["Scene"]),
        tests(
            "Typesetting",
            ["Basics", "CPango", "Fonts", "Graphics", "Scene", "TestDrawing"]),
        tests("Graphics", ["Basics", "CLCMS", "Scene", "TestDrawing"]),
        tests(
            "Documents",
            [
                "Basics", "CFreeType", "CPango", "CQPDF", "Evidence", "Fonts", "Graphics", "Scene",
                "TestDrawing", "Typesetting",
            ]),
        tests(
            "TextDocuments",
            ["Basics", "CMarkdown", "Importing", "Model", "TestSupport", "Themes"]),
        tests("Evidence", ["Basics", "CCrypto", "TestKeys"]),
        tests(
            "Rendering",
            [
                "Basics", "CZlib", "Documents", "Fonts", "Graphics", "Layout", "Model", "Scene",
                "TestDrawing", "TestSupport", "Themes", "Typesetting",
            ], examples: ["Looks/Goldens", "Looks/kinds.json"]),
        tests("HTTP", ["Basics"]),
        tests("System"),
        tests("Isolation", ["System"]),
        tests("Server", ["CSockets", "HTTP", "System", "TestSockets"]),
        tests(
            "Service",
            [
                "Basics", "HTTP", "Importing", "Isolation", "Model", "Rendering", "Server",
                "System", "TestDrawing", "TestKeys", "TestSockets", "TestSupport", "Themes",
                "chatprint",
            ], isLast: true),
        tests(
            "Chatprint",
            [
                "Basics", "Evidence", "Graphics", "HTTP", "Importing", "Model", "Rendering",
                "Server",
                "Service", "System", "TestDrawing", "Themes", "chatprint",
            ], examples: ["Goldens"]),
    ]

let package = Package(
    name: "chatprint",
    products: [
        .executable(name: "chatprint", targets: ["chatprint"]),
        // The public API for Swift programs.
        .library(name: "Chatprint", targets: ["Chatprint"]),
    ],
    targets: [
        system("CCairo", pkgConfig: "cairo-ft", apt: "libcairo2-dev"),
        system("CGLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
        system("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
        system("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
        system("CHarfBuzz", pkgConfig: "harfbuzz-subset", apt: "libharfbuzz-dev"),
        system("CIsal", pkgConfig: "libisal", apt: "libisal-dev"),
        system("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        system("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        system("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        system("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        system("CGIF", apt: "libgif-dev"),
        system("CImageQuant", pkgConfig: "imagequant", apt: "libimagequant-dev"),
        // Headers only: the library is loaded when a setting allows it and a picture needs it.
        system("CHEIF", apt: "libheif-dev"),
        // Likewise, when a video is asked for.
        system("CX264", apt: "libx264-dev"),
        system("CVPX", apt: "libvpx-dev"),
        system("COpenH264", apt: "libopenh264-dev"),
        system("CDE265", apt: "libde265-dev"),
        system("CZip", pkgConfig: "libzip", apt: "libzip-dev"),
        system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CMarkdown", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-extensions-dev"),
        system("CLCMS", pkgConfig: "lcms2", apt: "liblcms2-dev"),
        system("CSockets", apt: "libc6-dev"),
        system("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),

        // Byte shuffles and loops over pixels that Swift cannot express or compiles to slow code.
        .target(name: "CPixels"),
        // The files of config that the executable embeds.
        .target(name: "CShipped"),

        library("Basics", ["CCrypto", "CDeflate", "CGLib", "CIsal", "CPixels", "CZlib"]),
        library("Scene", ["Basics"]),
        library("Model", ["Basics", "CMarkdown"]),
        // SwiftPM starts ready targets in reverse alphabetical order. Importing waits for this one.
        library("Readers", ["Basics", "CCrypto", "CDE265", "COpenH264", "CSQLite"]),
        library("Importing", ["Basics", "CZip", "Model", "Readers"]),
        library("Themes", ["Basics", "CShipped", "Scene"]),
        library("Layout", ["Basics", "Model", "Scene", "Themes"]),
        // Apart from Typesetting: Pango's headers include those of FreeType, which hides their names.
        library("Fonts", ["Basics", "CFreeType", "CHarfBuzz", "Scene"]),
        library("Typesetting", ["Basics", "CPango", "Fonts", "Scene"]),
        library(
            "Graphics",
            [
                "Basics", "CCairo", "CDeflate", "CGIF", "CHEIF", "CImageQuant", "CLCMS", "CPNG",
                "CPixels", "CTurboJPEG", "CVPX", "CWebP", "CX264", "Fonts", "Scene",
            ]),
        library("Evidence", ["Basics", "CCrypto"]),
        library(
            "Documents",
            ["Basics", "CDeflate", "Evidence", "Fonts", "Graphics", "Scene"]),
        library(
            "TextDocuments",
            ["Basics", "Documents", "Graphics", "Layout", "Model", "Scene", "Themes"]),
        library(
            "Rendering",
            [
                "Basics", "CShipped", "Documents", "Evidence", "Fonts", "Graphics", "Importing",
                "Layout", "Model", "Readers", "Scene", "System", "TextDocuments", "Themes",
                "Typesetting",
            ]),
        // Not in Sources/Chatprint: file systems that ignore case would mix it up with chatprint.
        library(
            "Chatprint", ["Basics", "Importing", "Model", "Rendering", "System", "Themes"],
            path: "Sources/Library"),
        library("HTTP", ["Basics"]),
        library("System", ["CSockets"]),
        library("Isolation", ["Basics", "CSeccomp", "CSockets", "System"]),
        library("Server", ["CSockets", "HTTP", "System"]),
        library(
            "Service",
            [
                "Basics", "Evidence", "Graphics", "HTTP", "Importing", "Isolation", "Layout",
                "Model", "Rendering", "System", "TextDocuments", "Themes",
            ]),
        .executableTarget(
            name: "chatprint",
            dependencies: [
                "Basics", "Evidence", "HTTP", "Importing", "Isolation", "Layout", "Model",
                "Rendering", "Server", "Service", "System", "Themes",
            ],
            // CShipped embeds it.
            exclude: ["version.txt"], swiftSettings: strict),
    ] + testing,
    swiftLanguageModes: [.v6]
)
