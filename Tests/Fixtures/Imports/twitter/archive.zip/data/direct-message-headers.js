window.YTD.direct_message_headers.part0 = [
  { "dmConversation" : { "conversationId" : "12-34", "messages" : [ { "messageCreate" : { "id" : "901", "senderId" : "34", "recipientId" : "12", "createdAt" : "2024-05-01T09:01:00.000Z" } } ] } }
]
