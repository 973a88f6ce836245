#!/bin/sh
# sh render.sh [SERVICE] [FILE]
service=${1:-http://localhost:8080} file=${2:-chat.png}

curl -sS --fail-with-body -o "$file" -H 'Content-Type: application/json' \
  "$service/render.${file##*.}?theme=whatsapp" -d @- <<'JSON' || { cat "$file" >&2; rm -f "$file"; exit 1; }
{
  "me": "ana",
  "messages": [
    {"from": "ben", "text": "Are you coming? 🚲"},
    {"from": "ana", "text": "On my way!", "status": "read"}
  ]
}
JSON
