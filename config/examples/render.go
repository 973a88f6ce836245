// go run render.go [SERVICE] [FILE]
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
)

type message struct {
	From   string `json:"from"`
	Text   string `json:"text"`
	Status string `json:"status,omitempty"`
}

func main() {
	log.SetFlags(0)
	service, file := "http://localhost:8080", "chat.png"
	if len(os.Args) > 1 {
		service = os.Args[1]
	}
	if len(os.Args) > 2 {
		file = os.Args[2]
	}
	body, err := json.Marshal(map[string]any{
		"me": "ana",
		"messages": []message{
			{From: "ben", Text: "Are you coming? 🚲"},
			{From: "ana", Text: "On my way!", Status: "read"},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	address := service + "/render" + filepath.Ext(file) + "?theme=whatsapp"
	answer, err := http.Post(address, "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		var problem struct{ Detail string }
		if json.Unmarshal(content, &problem) != nil {
			log.Fatal(answer.Status)
		}
		log.Fatal(problem.Detail)
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Println(file, answer.Header.Get("Chatprint-Width"), "×", answer.Header.Get("Chatprint-Height"))
}
