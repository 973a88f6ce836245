import Foundation

print("chatprint")
