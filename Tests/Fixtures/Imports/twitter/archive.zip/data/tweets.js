window.YTD.tweets.part0 = [
  {
    "tweet" : {
      "id_str" : "1",
      "full_text" : "Hello @ben_ito",
      "in_reply_to_user_id_str" : "56",
      "in_reply_to_screen_name" : "cleo",
      "entities" : {
        "user_mentions" : [
          { "name" : "Ben Ito", "screen_name" : "ben_ito", "id_str" : "34" }
        ]
      }
    }
  }
]
