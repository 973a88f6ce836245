window.YTD.direct_messages.part0 = [
  {
    "dmConversation" : {
      "conversationId" : "12-34",
      "messages" : [
        {
          "messageCreate" : {
            "recipientId" : "34",
            "reactions" : [
              { "senderId" : "34", "reactionKey" : "funny", "eventId" : "9", "createdAt" : "2024-05-01T09:05:00.000Z" },
              { "senderId" : "12", "reactionKey" : "emoji:🐟", "eventId" : "8", "createdAt" : "2024-05-01T09:06:00.000Z" }
            ],
            "urls" : [
              { "url" : "https://t.co/aa", "expanded" : "https://harbour.example/boats", "display" : "harbour.example/boats" },
              { "url" : "https://t.co/bb", "expanded" : "https://twitter.com/messages/media/902", "display" : "pic.twitter.com/bb" }
            ],
            "text" : "Boats &amp; nets &lt;3: https://t.co/aa https://t.co/bb",
            "mediaUrls" : [ "https://ton.twitter.com/dm/902/7/Harbour1.png" ],
            "senderId" : "12",
            "id" : "902",
            "createdAt" : "2024-05-01T09:02:00.000Z",
            "editHistory" : [ { "createdAtSec" : "1714554180", "editedText" : "Boats" } ]
          }
        },
        {
          "messageCreate" : {
            "recipientId" : "12",
            "reactions" : [ ],
            "urls" : [ ],
            "text" : "Are you there?",
            "mediaUrls" : [ ],
            "senderId" : "34",
            "id" : "901",
            "createdAt" : "2024-05-01T09:01:00.000Z",
            "editHistory" : [ ]
          }
        }
      ]
    }
  }
]
