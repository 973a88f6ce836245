"""python3 render.py [SERVICE] [FILE]"""
import json
import sys
import urllib.error
import urllib.request

service = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8080"
file = sys.argv[2] if len(sys.argv) > 2 else "chat.png"

conversation = {
    "me": "ana",
    "messages": [
        {"from": "ben", "text": "Are you coming? 🚲"},
        {"from": "ana", "text": "On my way!", "status": "read"},
    ],
}
request = urllib.request.Request(
    f"{service}/render.{file.rpartition('.')[2]}?theme=whatsapp",
    data=json.dumps(conversation).encode(),
    headers={"Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request) as answer, open(file, "wb") as out:
        out.write(answer.read())
        print(file, answer.headers["Chatprint-Width"], "×", answer.headers["Chatprint-Height"])
except urllib.error.HTTPError as error:
    sys.exit(json.load(error)["detail"])
