#!/bin/sh
# sh render.sh [SERVICE] [FILE]
service=${1:-http://localhost:8080} file=${2:-chat.png} part=$file.part

# An error must not replace an earlier picture.
curl -sS --fail-with-body -o "$part" -H 'Content-Type: application/json' \
  "$service/render.${file##*.}?theme=whatsapp" -d @- <<'JSON' || { cat "$part" >&2 2>&-; rm -f "$part"; exit 1; }
{
  "me": "ana",
  "messages": [
    {"from": "ben", "text": "Are you coming? 🚲"},
    {"from": "ana", "text": "On my way!", "status": "read"}
  ]
}
JSON
mv "$part" "$file"
