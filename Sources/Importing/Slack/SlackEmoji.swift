import JSON

/// Slack's names for emoji.
enum SlackEmoji {
    /// The emoji of a rich-text element, which says its scalars itself.
    static func text(_ element: JSONValue) -> String {
        let codes = (element.text("unicode") ?? "").split(separator: "-")
        var scalars = String.UnicodeScalarView()
        for code in codes.prefix(16) {
            guard let value = UInt32(code, radix: 16), let scalar = Unicode.Scalar(value) else {
                return text(element.text("name") ?? "")
            }
            scalars.append(scalar)
        }
        return scalars.isEmpty ? text(element.text("name") ?? "") : String(scalars)
    }

    /// The emoji of a name such as `+1::skin-tone-3`; a workspace's own stays as its name in
    /// colons.
    static func text(_ name: String) -> String {
        let parts = name.split(separator: "::", maxSplits: 1)
        guard let first = parts.first, let emoji = names[String(first)] else { return ":\(name):" }
        guard parts.count == 2, parts[1].hasPrefix("skin-tone-"),
            let tone = parts[1].last?.wholeNumberValue, (2...6).contains(tone),
            let modifier = Unicode.Scalar(0x1F3FB + UInt32(tone) - 2)
        else { return emoji }
        var scalars = String.UnicodeScalarView(emoji.unicodeScalars.filter { $0.value != 0xFE0F })
        let place = scalars.index(after: scalars.startIndex)
        scalars.insert(modifier, at: place)
        return String(scalars)
    }

    /// Those that people react with; the rest of the 1,900 stay as names.
    private static let names: [String: String] = {
        let pairs = """
            +1 👍 thumbsup 👍 -1 👎 thumbsdown 👎 ok_hand 👌 clap 👏 raised_hands 🙌 pray 🙏 wave 👋
            muscle 💪 point_up ☝️ point_up_2 👆 point_down 👇 point_left 👈 point_right 👉 fist ✊
            facepunch 👊 punch 👊 v ✌️ crossed_fingers 🤞 handshake 🤝 writing_hand ✍️ call_me_hand 🤙
            heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚 blue_heart 💙 purple_heart 💜
            black_heart 🖤 white_heart 🤍 broken_heart 💔 two_hearts 💕 sparkling_heart 💖 heartpulse 💗
            smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 satisfied 😆 sweat_smile 😅 joy 😂
            rolling_on_the_floor_laughing 🤣 rofl 🤣 slightly_smiling_face 🙂 simple_smile 🙂
            upside_down_face 🙃 wink 😉 blush 😊 innocent 😇 heart_eyes 😍 star-struck 🤩
            kissing_heart 😘 yum 😋 stuck_out_tongue 😛 stuck_out_tongue_winking_eye 😜 zany_face 🤪
            hugging_face 🤗 thinking_face 🤔 thinking 🤔 shushing_face 🤫 zipper_mouth_face 🤐
            neutral_face 😐 expressionless 😑 no_mouth 😶 smirk 😏 unamused 😒 face_with_rolling_eyes 🙄
            grimacing 😬 relieved 😌 pensive 😔 sleepy 😪 sleeping 😴 mask 😷 nauseated_face 🤢
            exploding_head 🤯 face_with_cowboy_hat 🤠 partying_face 🥳 sunglasses 😎 nerd_face 🤓
            confused 😕 worried 😟 slightly_frowning_face 🙁 open_mouth 😮 hushed 😯 astonished 😲
            flushed 😳 pleading_face 🥺 fearful 😨 cold_sweat 😰 cry 😢 sob 😭 scream 😱
            disappointed 😞 sweat 😓 weary 😩 tired_face 😫 triumph 😤 rage 😡 angry 😠
            skull 💀 hankey 💩 poop 💩 clown_face 🤡 ghost 👻 alien 👽 robot_face 🤖
            see_no_evil 🙈 hear_no_evil 🙉 speak_no_evil 🙊 eyes 👀 brain 🧠 shrug 🤷 facepalm 🤦
            face_palm 🤦 man-shrugging 🤷‍♂️ woman-shrugging 🤷‍♀️ saluting_face 🫡 melting_face 🫠
            tada 🎉 confetti_ball 🎊 balloon 🎈 birthday 🎂 gift 🎁 trophy 🏆 first_place_medal 🥇
            sparkles ✨ star ⭐ star2 🌟 fire 🔥 boom 💥 collision 💥 zap ⚡ 100 💯 rocket 🚀
            white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ x ❌
            negative_squared_cross_mark ❎ question ❓ exclamation ❗ heavy_exclamation_mark ❗
            bangbang ‼️ warning ⚠️ no_entry ⛔ no_entry_sign 🚫 rotating_light 🚨 red_circle 🔴
            large_green_circle 🟢 large_yellow_circle 🟡 large_blue_circle 🔵 heavy_plus_sign ➕
            heavy_minus_sign ➖ arrow_up ⬆️ arrow_down ⬇️ arrow_right ➡️ arrow_left ⬅️ recycle ♻️
            one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣ zero 0️⃣
            bulb 💡 bell 🔔 mega 📣 loudspeaker 📢 speech_balloon 💬 thought_balloon 💭 email 📧
            memo 📝 pencil 📝 pencil2 ✏️ pushpin 📌 round_pushpin 📍 paperclip 📎 link 🔗 lock 🔒
            unlock 🔓 key 🔑 hammer 🔨 wrench 🔧 gear ⚙️ hammer_and_wrench 🛠️ mag 🔍 calendar 📆
            date 📅 chart_with_upwards_trend 📈 chart_with_downwards_trend 📉 bar_chart 📊
            hourglass ⌛ hourglass_flowing_sand ⏳ stopwatch ⏱️ alarm_clock ⏰ bug 🐛 ship 🚢
            computer 💻 phone ☎️ iphone 📱 camera 📷 movie_camera 🎥 headphones 🎧 musical_note 🎵
            coffee ☕ beer 🍺 beers 🍻 champagne 🍾 wine_glass 🍷 pizza 🍕 taco 🌮 cookie 🍪 cake 🍰
            dog 🐶 cat 🐱 unicorn_face 🦄 unicorn 🦄 turtle 🐢 snail 🐌 monkey_face 🐵 bear 🐻
            sun_with_face 🌞 sunny ☀️ cloud ☁️ rainbow 🌈 snowflake ❄️ earth_americas 🌎 palm_tree 🌴
            four_leaf_clover 🍀 rose 🌹 sunflower 🌻 checkered_flag 🏁 crown 👑 gem 💎 moneybag 💰
            soon 🔜 up 🆙 new 🆕 ok 🆗 cool 🆒 sos 🆘 male-technologist 👨‍💻 female-technologist 👩‍💻
            """
        let words = pairs.split(whereSeparator: \.isWhitespace).map(String.init)
        var names: [String: String] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            names[words[index]] = words[index + 1]
        }
        return names
    }()
}
