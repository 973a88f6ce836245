#!/bin/sh
# sh sign.sh [TARGET [KEY [EXPIRES]]]
# Prints TARGET, the path and query of a picture, with a signature. TARGET must be percent-encoded. Needs openssl.
target=${1:-'/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp'} key=${2:-secret} expires=${3:-4102444800}

case $target in *\?*) target="$target&expires=$expires" ;; *) target="$target?expires=$expires" ;; esac
sig=$(printf %s "$target" | openssl dgst -sha256 -hmac "$key" -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
echo "$target&sig=$sig"
