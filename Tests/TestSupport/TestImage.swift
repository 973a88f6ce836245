/// PNG files as base64.
package enum TestImage {
    /// One pixel.
    package static let dot =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    /// Two pixels; 72 bytes.
    package static let pair =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR42mNgYGbj5OEHAABwAC6i5ovBAAAAAElFTkSuQmCC"
    /// Fifteen pixels.
    package static let fifteen =
        "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAIAAADUVFKvAAAAOElEQVR42mNgYGbj5OEXEpWQ"
        + "llNUUddiYOXg5hMUEZeSVVBW09TRZ+DiFRAWk5SRV1LV0NYzNAEAWqgEk6YTrJgAAAAASUVORK5CYII="
}
