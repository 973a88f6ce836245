import Scene
import Themes

struct Wallpaper {
    private let background: CanvasStyle.Background
    private let pictures: PictureTable

    init(_ background: CanvasStyle.Background, pictures: PictureTable) {
        self.background = background
        self.pictures = pictures
    }

    /// Draws only the visible part. Gradients and patterns keep their position on the canvas.
    func nodes(canvas: Rect, visible: Rect) -> [Node] {
        switch background {
        case .color(let color):
            return [.fill(.rectangle(visible), color)]
        case .gradient(let stops):
            let gradient = LinearGradient(
                from: Point(0, canvas.minY), to: Point(0, canvas.maxY), stops: stops)
            return [.shape(.rectangle(visible), fill: .linear(gradient), stroke: nil)]
        case .tile(let picture, let pixelsPerPoint, let color):
            let tile = PlacedPicture(
                pictures.theme(picture), frame: canvas, fit: .tile(pixelsPerPoint: pixelsPerPoint),
                clip: .rectangle(visible))
            return [.fill(.rectangle(visible), color), .picture(tile)]
        case .pattern(let pattern, let ink, let color):
            return [.fill(.rectangle(visible), color)]
                + WallpaperPattern(pattern, ink: ink).nodes(canvas: canvas, visible: visible)
        }
    }
}
