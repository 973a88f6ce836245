import Rendering
import Themes

extension Problem {
    init(_ faults: ThemeFaults) {
        self.init(faults.first.problemType, ErrorDetails(faults))
    }
}

extension ThemeFault {
    fileprivate var problemType: ProblemType {
        switch reason {
        case .unknownTheme: .unknownTheme
        case .badBase64: .imageBase64
        case .wrongForm, .outOfRange, .unknownChoice, .badColor, .wrongCount, .badFamily,
            .extendsLoop, .extendsTooDeep, .unknownPicture, .pictureTooLarge, .tooManyPictures,
            .pictureAddress, .missing, .unknownKey:
            .invalidTheme
        }
    }
}
