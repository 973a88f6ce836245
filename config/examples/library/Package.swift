// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "example",
    dependencies: [.package(name: "chatprint", path: "../../..")],
    targets: [
        .executableTarget(
            name: "example",
            dependencies: [.product(name: "Chatprint", package: "chatprint")],
            path: ".", sources: ["main.swift"])
    ],
    swiftLanguageModes: [.v6]
)
