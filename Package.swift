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
///   - loopsOverPixels: whether to optimize the tests. For most, that takes longer than it saves.
func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], examples: [String] = [],
    loopsOverPixels: Bool = false
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        exclude: examples,
        swiftSettings: loopsOverPixels ? strict : strict + [.unsafeFlags(["-Onone"])])
}

/// A C library of the system: a module map, and a shim for macros and variadic functions.
func system(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The targets of the tests. The build of the container image leaves them out.
let testing: [Target] =
    Context.environment["CHATPRINT_TESTS"] == "0"
    ? []
    : [
        // Reads documents independently of our own code.
        system("CQPDF", pkgConfig: "libqpdf", apt: "libqpdf-dev"),
        .target(
            name: "TestSupport",
            dependencies: ["Layout", "Conversation", "Markup", "Theme", "Words", "Scene"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "TestDrawing",
            dependencies: ["CFreeType", "Compression", "Imaging", "SVG", "Scene", "Typesetting"],
            path: "Tests/TestDrawing", swiftSettings: strict),
        .target(
            name: "TestSockets", dependencies: ["CSockets"], path: "Tests/TestSockets",
            swiftSettings: strict),
        tests("Scene"),
        tests("Encodings"),
        tests(
            "Service",
            [
                "TestDrawing", "TestKeys", "TestSockets", "chatprint", "Server", "System",
                "Isolation", "HTTP", "Compression", "Resources",
                "Rendering",
                "Conversation", "JSON", "Theme", "Importing", "TestSupport",
            ]),
        tests("Words", ["TestSupport", "JSON"]),
        tests("Locales", ["CShipped", "Compression"]),
        tests("Dates"),
        tests(
            "Layout",
            [
                "TestSupport", "Conversation", "Dates", "Markup", "Resources", "Theme", "Words",
                "Scene",
            ],
            examples: ["Conversations", "Goldens"]),
        tests(
            "TextDocuments",
            [
                "TestSupport", "CMarkdown", "Compression", "Conversation", "Importing", "JSON",
                "Markup", "Resources", "Words",
            ]),
        tests("Imaging", ["CLCMS", "TestDrawing"], loopsOverPixels: true),
        tests("Compression", ["Imaging", "TestDrawing"], loopsOverPixels: true),
        tests(
            "Painting", ["TestDrawing", "Cairo", "Imaging", "Resources", "Scene"],
            loopsOverPixels: true),
        tests(
            "PDF",
            [
                "TestDrawing", "CFreeType", "CPango", "CQPDF", "Compression", "Digests", "Fonts",
                "Imaging", "SVG", "Scene", "Signing", "Typesetting",
            ], loopsOverPixels: true),
        tests("SVG", ["TestDrawing", "Fonts", "Imaging", "Scene"]),
        tests("Theme", ["JSON", "Scene"]),
        tests("JSON", ["Resources"]),
        tests("Evidence", ["Digests", "Encodings", "JSON", "Resources"]),
        .target(name: "TestKeys", path: "Tests/TestKeys", swiftSettings: strict),
        tests("Signing", ["TestKeys"]),
        tests("Markup", ["CMarkdown", "Resources"]),
        tests("Conversation", ["JSON", "Markup", "Resources"]),
        tests("Cairo", ["Scene"]),
        tests("Fonts", ["Scene"]),
        tests(
            "Typesetting",
            ["TestDrawing", "Fonts", "Scene", "Resources", "CPango", "CairoEngine"],
            loopsOverPixels: true),
        tests("MIME", ["Resources"]),
        tests("HTTP", ["MIME"]),
        tests("System"),
        tests("Isolation", ["System"]),
        tests("Server", ["TestSockets", "HTTP", "System", "CSockets"]),
        tests(
            "Rendering",
            [
                "TestSupport", "TestDrawing", "Conversation", "Theme", "Words", "Layout", "Scene",
                "Cairo",
                "CairoEngine", "Compression", "Fonts", "Imaging", "PDF", "Painting", "Resources",
                "SVG", "Typesetting",
            ], examples: ["Looks/Goldens", "Looks/kinds.json"], loopsOverPixels: true),
        tests("Importing", ["Conversation", "Markup", "JSON", "Resources", "CZip"]),
        tests("Chatprint", ["TestDrawing", "chatprint", "Conversation", "Importing"]),
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
        system("CZip", pkgConfig: "libzip", apt: "libzip-dev"),
        system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CMarkdown", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-extensions-dev"),
        system("CLCMS", pkgConfig: "lcms2", apt: "liblcms2-dev"),
        system("CSockets", apt: "libc6-dev"),
        system("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),

        // Byte shuffles and loops over pixels that Swift cannot express or compiles to slow code.
        .target(name: "CPixels"),
        // The files of config that the executable embeds.
        .target(name: "CShipped"),

        library("Resources"),
        library("Encodings", ["CGLib"]),
        library("Dates"),
        library("Scene", ["Encodings"]),
        library("JSON", ["Resources"]),
        library("Markup", ["CMarkdown", "Dates", "Encodings", "Resources"]),
        library("Digests", ["CCrypto", "Encodings"]),
        library("Signing", ["CCrypto", "Dates", "Digests", "Encodings"]),
        library(
            "Evidence",
            ["Compression", "Digests", "Encodings", "JSON", "Resources", "Signing"]),
        library("Conversation", ["Dates", "Encodings", "JSON", "Markup", "Resources"]),
        library(
            "Importing",
            ["Conversation", "Encodings", "JSON", "Markup", "MIME", "Resources", "CZip"]),
        library("Locales", ["Compression", "Dates", "CShipped"]),
        library("Words", ["JSON", "Resources"]),
        library("Theme", ["Encodings", "JSON", "Resources", "Scene"]),
        library(
            "Layout",
            [
                "Conversation", "Markup", "Theme", "Words", "Locales", "Scene", "Encodings",
                "Dates", "Resources",
            ]),
        library(
            "TextDocuments",
            [
                "Layout", "Conversation", "Markup", "Words", "JSON", "Compression", "Digests",
                "Encodings", "Dates", "Resources",
            ]),
        library("Fonts", ["CFreeType", "CHarfBuzz", "Digests", "Scene"]),
        library("Cairo", ["CCairo", "Scene"]),
        library("Typesetting", ["CPango", "Fonts", "Scene", "Resources"]),
        library(
            "Imaging",
            [
                "Scene", "CPNG", "CTurboJPEG", "CWebP", "CGIF", "CImageQuant", "CHEIF", "CX264",
                "CVPX", "CPixels", "CDeflate", "CLCMS",
            ]),
        library("Compression", ["Resources", "CIsal", "CDeflate", "CZlib", "CPixels"]),
        library("Painting", ["Scene", "Cairo", "Fonts", "Imaging", "Resources", "CPixels"]),
        library(
            "PDF",
            [
                "Scene", "Fonts", "Imaging", "Compression", "Digests", "Encodings", "Resources",
                "Signing", "CDeflate", "CLCMS",
            ]),
        library("SVG", ["Scene", "Fonts", "Imaging", "Compression", "Encodings", "Resources"]),
        library(
            "HTML",
            [
                "TextDocuments", "Layout", "Conversation", "Markup", "Theme", "Words", "Scene",
                "SVG", "Imaging", "Compression", "Digests", "Encodings", "Resources",
            ]),
        library("CairoEngine", ["Cairo", "Imaging", "Scene"]),
        library(
            "Rendering",
            [
                "Layout", "Conversation", "Theme", "Words", "Scene", "JSON", "Typesetting", "Fonts",
                "Cairo", "CairoEngine", "Painting", "PDF", "SVG", "Imaging", "Compression",
                "Digests", "Encodings", "Evidence", "HTML", "Resources", "Signing", "System",
                "TextDocuments", "Importing", "Markup", "CShipped",
            ]),
        // Not in Sources/Chatprint: file systems that ignore case would mix it up with chatprint.
        library(
            "Chatprint", ["Rendering", "Importing", "Conversation", "Compression", "Theme"],
            path: "Sources/Library"),
        library("MIME", ["Encodings", "Resources"]),
        library("HTTP", ["Dates", "Encodings", "MIME"]),
        library("System", ["CSockets"]),
        library("Isolation", ["Digests", "System", "CSockets", "CSeccomp"]),
        library("Server", ["HTTP", "System", "CSockets"]),
        library(
            "Service",
            [
                "HTTP", "MIME", "System", "Isolation", "Rendering", "Compression", "Importing",
                "Imaging",
                "Conversation", "Evidence", "Layout", "Theme", "Words", "JSON", "Encodings",
                "Digests", "Resources", "Signing",
            ]),
        .executableTarget(
            name: "chatprint",
            dependencies: [
                "Conversation", "Theme", "Words", "Layout", "Rendering", "Compression", "Importing",
                "Service", "Server", "Signing", "System", "Isolation", "HTTP", "Digests",
                "Evidence",
                "JSON", "Encodings", "Resources",
            ],
            // CShipped embeds it.
            exclude: ["version.txt"], swiftSettings: strict),
    ] + testing,
    swiftLanguageModes: [.v6]
)
