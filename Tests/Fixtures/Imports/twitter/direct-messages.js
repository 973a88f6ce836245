window.YTD.direct_messages.part0 = [ {
  "dmConversation" : {
    "messages" : [ {
      "messageCreate" : { "senderId" : "34", "text" : "Hi", "id" : "1", "createdAt" : "2024-05-01T09:01:00.000Z" }
    }, {
      "messageCreate" : { "senderId" : "12", "text" : "Hi to you", "id" : "2", "createdAt" : "2024-05-01T09:02:00.000Z" }
    }, {
      "messageCreate" : { "senderId" : "34", "text" : "Bye", "id" : "3", "createdAt" : "2024-05-01T09:03:00.000Z" }
    } ],
    "conversationId" : "12-34"
  }
}, {
  "dmConversation" : { "conversationId" : "12-56", "messages" : [ ] }
} ]
