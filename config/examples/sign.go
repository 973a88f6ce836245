// go run sign.go [TARGET [KEY [EXPIRES]]]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

// signed returns the path and query of a picture, percent-encoded, with a signature until expires (Unix seconds).
func signed(target, key, expires string) string {
	mark := "?"
	if strings.Contains(target, "?") {
		mark = "&"
	}
	target += mark + "expires=" + expires
	code := hmac.New(sha256.New, []byte(key))
	code.Write([]byte(target))
	return target + "&sig=" + base64.RawURLEncoding.EncodeToString(code.Sum(nil))
}

func main() {
	words := []string{"/render.png?m=Hi!&m=Caf%C3%A9&theme=whatsapp", "secret", "4102444800"}
	copy(words, os.Args[1:])
	fmt.Println(signed(words[0], words[1], words[2]))
}
