window.YTD.direct_messages_group.part0 = [
  {
    "dmConversation" : {
      "conversationId" : "777",
      "messages" : [
        { "participantsLeave" : { "userIds" : [ "56" ], "createdAt" : "2024-05-02T09:06:00.000Z" } },
        { "conversationNameUpdate" : { "initiatingUserId" : "34", "name" : "Regatta", "createdAt" : "2024-05-02T09:05:00.000Z" } },
        { "participantsJoin" : { "initiatingUserId" : "34", "userIds" : [ "78" ], "createdAt" : "2024-05-02T09:04:00.000Z" } },
        { "messageCreate" : { "reactions" : [ ], "urls" : [ ], "text" : "We sail at ten", "mediaUrls" : [ "https://video.twimg.com/dm_video/1/vid/480x270/Sail.mp4?tag=1" ], "senderId" : "56", "id" : "911", "createdAt" : "2024-05-02T09:03:00.000Z" } },
        { "trustConversation" : { "createdAt" : "2024-05-02T09:02:30.000Z" } },
        { "joinConversation" : { "initiatingUserId" : "34", "participantsSnapshot" : [ "12", "34", "56" ], "createdAt" : "2024-05-02T09:02:00.000Z" } }
      ]
    }
  }
]
