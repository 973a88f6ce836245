window.YTD.account.part0 = [
  {
    "account" : {
      "email" : "ana@mail.example",
      "createdVia" : "web",
      "username" : "ana_kim",
      "accountId" : "12",
      "createdAt" : "2020-01-01T00:00:00.000Z",
      "accountDisplayName" : "Ana Kim"
    }
  }
]
