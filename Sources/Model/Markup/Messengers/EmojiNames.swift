/// The common emoji names that Slack and others write between colons.
enum EmojiNames {
    /// Skin tones by name. Slack counts them from 2, after Fitzpatrick's scale.
    static let tones: [String: Unicode.Scalar] = [
        "skin-tone-1": "\u{1F3FB}", "skin-tone-2": "\u{1F3FB}", "skin-tone-3": "\u{1F3FC}",
        "skin-tone-4": "\u{1F3FD}", "skin-tone-5": "\u{1F3FE}", "skin-tone-6": "\u{1F3FF}",
    ]

    /// Emoji by name, including flags (`flag-de`, `de`).
    static let text: [String: String] = {
        var text: [String: String] = [:]
        let words = names.split { $0 == " " || $0 == "\n" }
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            text[String(words[index])] = String(words[index + 1])
        }
        for code in flags.split(separator: " ") {
            let letters = code.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0x1F185) }
            let flag = letters.reduce(into: "") { $0.unicodeScalars.append($1) }
            text["flag-" + code] = flag
            if shortFlags.contains(String(code)) { text[String(code)] = flag }
        }
        return text
    }()

    /// The tone follows the first scalar, replacing its variation selector.
    static func toned(_ emoji: String, _ tone: Unicode.Scalar) -> String {
        var scalars = Array(emoji.unicodeScalars)
        guard let first = scalars.first, first.properties.isEmojiModifierBase else { return emoji }
        if scalars.count > 1, scalars[1] == "\u{FE0F}" { scalars.remove(at: 1) }
        scalars.insert(tone, at: 1)
        return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    /// The flags with a name without prefix.
    private static let shortFlags: Set<String> = [
        "cn", "de", "es", "fr", "gb", "it", "jp", "kr", "ru", "us",
    ]

    private static let flags = """
        ad ae af ag al am ar at au az ba bd be bg bh bo br by ca ch ci cl cm cn co cr cu cy cz \
        de dk do dz ec ee eg es et fi fr gb ge gh gr gt hk hn hr hu id ie il in iq ir is it jm \
        jo jp ke kh kr kw kz lb lk lt lu lv ma md me mg mk mm mn mt mx my ng ni nl no np nz pa \
        pe ph pk pl ps pt py qa ro rs ru sa se sg si sk sn sv sy th tn tr tw tz ua ug us uy uz \
        ve vn ye za zw eu un
        """

    private static let names = """
        grinning 😀 smiley 😃 smile 😄 grin 😁 laughing 😆 satisfied 😆 sweat_smile 😅
        rolling_on_the_floor_laughing 🤣 rofl 🤣 joy 😂 slightly_smiling_face 🙂 simple_smile 🙂
        upside_down_face 🙃 melting_face 🫠 wink 😉 blush 😊 innocent 😇 smiling_face_with_3_hearts 🥰
        heart_eyes 😍 star-struck 🤩 kissing_heart 😘 kissing 😗 relaxed ☺️ kissing_closed_eyes 😚
        kissing_smiling_eyes 😙 smiling_face_with_tear 🥲 yum 😋 stuck_out_tongue 😛
        stuck_out_tongue_winking_eye 😜 zany_face 🤪 stuck_out_tongue_closed_eyes 😝
        money_mouth_face 🤑 hugging_face 🤗 hugs 🤗 face_with_hand_over_mouth 🤭 shushing_face 🤫
        thinking_face 🤔 thinking 🤔 saluting_face 🫡 zipper_mouth_face 🤐
        face_with_raised_eyebrow 🤨 neutral_face 😐 expressionless 😑 no_mouth 😶 smirk 😏 unamused 😒
        face_with_rolling_eyes 🙄 rolling_eyes 🙄 grimacing 😬 lying_face 🤥 relieved 😌 pensive 😔
        sleepy 😪 drooling_face 🤤 sleeping 😴 mask 😷 face_with_thermometer 🤒
        face_with_head_bandage 🤕 nauseated_face 🤢 face_vomiting 🤮 sneezing_face 🤧 hot_face 🥵
        cold_face 🥶 woozy_face 🥴 dizzy_face 😵 exploding_head 🤯 face_with_cowboy_hat 🤠
        partying_face 🥳 disguised_face 🥸 sunglasses 😎 nerd_face 🤓 face_with_monocle 🧐 confused 😕
        worried 😟 slightly_frowning_face 🙁 white_frowning_face ☹️ open_mouth 😮 hushed 😯
        astonished 😲 flushed 😳 pleading_face 🥺 frowning 😦 anguished 😧 fearful 😨 cold_sweat 😰
        disappointed_relieved 😥 cry 😢 sob 😭 scream 😱 confounded 😖 persevere 😣 disappointed 😞
        sweat 😓 weary 😩 tired_face 😫 yawning_face 🥱 triumph 😤 rage 😡 pout 😡 angry 😠
        face_with_symbols_on_mouth 🤬 smiling_imp 😈 imp 👿 skull 💀 skull_and_crossbones ☠️
        hankey 💩 poop 💩 shit 💩 clown_face 🤡 japanese_ogre 👹 japanese_goblin 👺 ghost 👻 alien 👽
        space_invader 👾 robot_face 🤖 robot 🤖 smiley_cat 😺 smile_cat 😸 joy_cat 😹 heart_eyes_cat 😻
        smirk_cat 😼 kissing_cat 😽 scream_cat 🙀 crying_cat_face 😿 pouting_cat 😾 see_no_evil 🙈
        hear_no_evil 🙉 speak_no_evil 🙊 kiss 💋 love_letter 💌 cupid 💘 gift_heart 💝
        sparkling_heart 💖 heartpulse 💗 heartbeat 💓 revolving_hearts 💞 two_hearts 💕
        heart_decoration 💟 broken_heart 💔 heart ❤️ orange_heart 🧡 yellow_heart 💛 green_heart 💚
        blue_heart 💙 purple_heart 💜 brown_heart 🤎 black_heart 🖤 white_heart 🤍 100 💯 anger 💢
        boom 💥 collision 💥 dizzy 💫 sweat_drops 💦 dash 💨 hole 🕳️ bomb 💣 speech_balloon 💬
        left_speech_bubble 🗨️ right_anger_bubble 🗯️ thought_balloon 💭 zzz 💤 wave 👋
        raised_back_of_hand 🤚 raised_hand_with_fingers_splayed 🖐️ hand ✋ raised_hand ✋
        spock-hand 🖖 vulcan_salute 🖖 ok_hand 👌 pinched_fingers 🤌 pinching_hand 🤏 v ✌️
        crossed_fingers 🤞 hand_with_index_and_middle_fingers_crossed 🤞 i_love_you_hand_sign 🤟
        the_horns 🤘 sign_of_the_horns 🤘 metal 🤘 call_me_hand 🤙 point_left 👈 point_right 👉
        point_up_2 👆 middle_finger 🖕 reversed_hand_with_middle_finger_extended 🖕 point_down 👇
        point_up ☝️ +1 👍 thumbsup 👍 thumbs_up 👍 -1 👎 thumbsdown 👎 thumbs_down 👎 fist ✊
        facepunch 👊 punch 👊 left-facing_fist 🤛 right-facing_fist 🤜 clap 👏 raised_hands 🙌
        heart_hands 🫶 open_hands 👐 palms_up_together 🤲 handshake 🤝 pray 🙏 folded_hands 🙏
        writing_hand ✍️ nail_care 💅 selfie 🤳 muscle 💪 mechanical_arm 🦾 leg 🦵 foot 🦶 ear 👂 nose 👃
        brain 🧠 tooth 🦷 bone 🦴 eyes 👀 eye 👁️ tongue 👅 lips 👄 baby 👶 child 🧒 boy 👦 girl 👧 adult 🧑
        person_with_blond_hair 👱 man 👨 woman 👩 older_adult 🧓 older_man 👴 older_woman 👵 shrug 🤷
        man-shrugging 🤷‍♂️ woman-shrugging 🤷‍♀️ face_palm 🤦 facepalm 🤦 man-facepalming 🤦‍♂️
        woman-facepalming 🤦‍♀️ raising_hand 🙋 bow 🙇 no_good 🙅 ok_woman 🙆
        information_desk_person 💁 cop 👮 construction_worker 👷 male-technologist 👨‍💻
        female-technologist 👩‍💻 technologist 🧑‍💻 ninja 🥷 prince 🤴 princess 👸 santa 🎅 mrs_claus 🤶
        superhero 🦸 mage 🧙 zombie 🧟 runner 🏃 running 🏃 walking 🚶 dancer 💃 man_dancing 🕺
        dancers 👯 person_in_lotus_position 🧘 couple 👫 family 👪 speaking_head_in_silhouette 🗣️
        bust_in_silhouette 👤 busts_in_silhouette 👥 footprints 👣 monkey_face 🐵 monkey 🐒 gorilla 🦍
        dog 🐶 dog2 🐕 poodle 🐩 wolf 🐺 fox_face 🦊 raccoon 🦝 cat 🐱 cat2 🐈 lion_face 🦁 tiger 🐯
        horse 🐴 unicorn_face 🦄 unicorn 🦄 zebra_face 🦓 cow 🐮 pig 🐷 pig_nose 🐽 ram 🐏 sheep 🐑
        goat 🐐 camel 🐫 llama 🦙 giraffe_face 🦒 elephant 🐘 mouse 🐭 rat 🐀 hamster 🐹 rabbit 🐰
        hedgehog 🦔 bat 🦇 bear 🐻 koala 🐨 panda_face 🐼 sloth 🦥 otter 🦦 kangaroo 🦘 turkey 🦃
        chicken 🐔 rooster 🐓 hatching_chick 🐣 baby_chick 🐤 bird 🐦 penguin 🐧 dove_of_peace 🕊️
        eagle 🦅 duck 🦆 swan 🦢 owl 🦉 flamingo 🦩 parrot 🦜 frog 🐸 crocodile 🐊 turtle 🐢 lizard 🦎
        snake 🐍 dragon_face 🐲 dragon 🐉 t-rex 🦖 whale 🐳 dolphin 🐬 seal 🦭 fish 🐟 tropical_fish 🐠
        blowfish 🐡 shark 🦈 octopus 🐙 shell 🐚 snail 🐌 butterfly 🦋 bug 🐛 ant 🐜 bee 🐝 honeybee 🐝
        ladybug 🐞 cricket 🦗 spider 🕷️ spider_web 🕸️ scorpion 🦂 mosquito 🦟 bouquet 💐
        cherry_blossom 🌸 rose 🌹 wilted_flower 🥀 hibiscus 🌺 sunflower 🌻 blossom 🌼 tulip 🌷
        seedling 🌱 potted_plant 🪴 evergreen_tree 🌲 deciduous_tree 🌳 palm_tree 🌴 cactus 🌵
        ear_of_rice 🌾 herb 🌿 shamrock ☘️ four_leaf_clover 🍀 maple_leaf 🍁 fallen_leaf 🍂 leaves 🍃
        mushroom 🍄 grapes 🍇 melon 🍈 watermelon 🍉 tangerine 🍊 lemon 🍋 banana 🍌 pineapple 🍍
        mango 🥭 apple 🍎 green_apple 🍏 pear 🍐 peach 🍑 cherries 🍒 strawberry 🍓 blueberries 🫐
        kiwifruit 🥝 tomato 🍅 coconut 🥥 avocado 🥑 eggplant 🍆 potato 🥔 carrot 🥕 corn 🌽
        hot_pepper 🌶️ cucumber 🥒 broccoli 🥦 garlic 🧄 onion 🧅 peanuts 🥜 chestnut 🌰 bread 🍞
        croissant 🥐 baguette_bread 🥖 pretzel 🥨 bagel 🥯 pancakes 🥞 waffle 🧇 cheese_wedge 🧀
        meat_on_bone 🍖 poultry_leg 🍗 bacon 🥓 hamburger 🍔 fries 🍟 pizza 🍕 hotdog 🌭 sandwich 🥪
        taco 🌮 burrito 🌯 egg 🥚 fried_egg 🍳 stew 🍲 green_salad 🥗 popcorn 🍿 salt 🧂 bento 🍱 rice 🍚
        curry 🍛 ramen 🍜 spaghetti 🍝 sushi 🍣 fried_shrimp 🍤 dumpling 🥟 icecream 🍦 shaved_ice 🍧
        ice_cream 🍨 doughnut 🍩 cookie 🍪 birthday 🎂 cake 🍰 cupcake 🧁 pie 🥧 chocolate_bar 🍫
        candy 🍬 lollipop 🍭 honey_pot 🍯 baby_bottle 🍼 glass_of_milk 🥛 coffee ☕ tea 🍵 sake 🍶
        champagne 🍾 wine_glass 🍷 cocktail 🍸 tropical_drink 🍹 beer 🍺 beers 🍻 clinking_glasses 🥂
        tumbler_glass 🥃 cup_with_straw 🥤 bubble_tea 🧋 knife_fork_plate 🍽️ fork_and_knife 🍴
        spoon 🥄 earth_africa 🌍 earth_americas 🌎 earth_asia 🌏 globe_with_meridians 🌐 world_map 🗺️
        compass 🧭 mountain ⛰️ snow_capped_mountain 🏔️ volcano 🌋 mount_fuji 🗻 camping 🏕️
        beach_with_umbrella 🏖️ desert 🏜️ desert_island 🏝️ stadium 🏟️ building_construction 🏗️
        house 🏠 house_with_garden 🏡 office 🏢 hospital 🏥 bank 🏦 hotel 🏨 school 🏫 factory 🏭
        church ⛪ tent ⛺ foggy 🌁 night_with_stars 🌃 city_sunset 🌆 sunrise 🌅 bridge_at_night 🌉
        steam_locomotive 🚂 train 🚆 metro 🚇 tram 🚊 bus 🚌 ambulance 🚑 fire_engine 🚒 police_car 🚓
        taxi 🚕 car 🚗 red_car 🚗 blue_car 🚙 truck 🚚 tractor 🚜 racing_car 🏎️ motorcycle 🏍️
        scooter 🛴 bike 🚲 busstop 🚏 fuelpump ⛽ rotating_light 🚨 traffic_light 🚥
        vertical_traffic_light 🚦 octagonal_sign 🛑 construction 🚧 anchor ⚓ boat ⛵ sailboat ⛵
        ship 🚢 airplane ✈️ airplane_departure 🛫 airplane_arriving 🛬 seat 💺 helicopter 🚁 rocket 🚀
        flying_saucer 🛸 hourglass ⌛ hourglass_flowing_sand ⏳ watch ⌚ alarm_clock ⏰ stopwatch ⏱️
        timer_clock ⏲️ mantelpiece_clock 🕰️ new_moon 🌑 full_moon 🌕 crescent_moon 🌙
        full_moon_with_face 🌝 sunny ☀️ sun_with_face 🌞 star ⭐ star2 🌟 stars 🌠 milky_way 🌌
        cloud ☁️ partly_sunny ⛅ thunder_cloud_and_rain ⛈️ rain_cloud 🌧️ snow_cloud 🌨️
        lightning 🌩️ tornado 🌪️ fog 🌫️ rainbow 🌈 umbrella ☂️ umbrella_with_rain_drops ☔ zap ⚡
        snowflake ❄️ snowman ⛄ comet ☄️ fire 🔥 droplet 💧 ocean 🌊 jack_o_lantern 🎃
        christmas_tree 🎄 fireworks 🎆 sparkler 🎇 firecracker 🧨 sparkles ✨ balloon 🎈 tada 🎉
        confetti_ball 🎊 ribbon 🎀 gift 🎁 reminder_ribbon 🎗️ admission_tickets 🎟️ ticket 🎫
        medal 🎖️ trophy 🏆 sports_medal 🏅 first_place_medal 🥇 second_place_medal 🥈
        third_place_medal 🥉 soccer ⚽ baseball ⚾ basketball 🏀 volleyball 🏐 football 🏈
        rugby_football 🏉 tennis 🎾 bowling 🎳 field_hockey_stick_and_ball 🏑
        ice_hockey_stick_and_puck 🏒 ping_pong 🏓 badminton_racquet_and_shuttlecock 🏸
        boxing_glove 🥊 goal_net 🥅 golf ⛳ fishing_pole_and_fish 🎣 ski 🎿 dart 🎯 yo-yo 🪀 kite 🪁
        8ball 🎱 crystal_ball 🔮 magic_wand 🪄 video_game 🎮 joystick 🕹️ slot_machine 🎰 game_die 🎲
        jigsaw 🧩 teddy_bear 🧸 chess_pawn ♟️ performing_arts 🎭 art 🎨 thread 🧵 yarn 🧶 eyeglasses 👓
        dark_sunglasses 🕶️ goggles 🥽 lab_coat 🥼 necktie 👔 shirt 👕 jeans 👖 scarf 🧣 gloves 🧤
        coat 🧥 socks 🧦 dress 👗 kimono 👘 bikini 👙 purse 👛 handbag 👜 school_satchel 🎒 shoe 👞
        mans_shoe 👞 athletic_shoe 👟 high_heel 👠 crown 👑 tophat 🎩 mortar_board 🎓 billed_cap 🧢
        lipstick 💄 ring 💍 gem 💎 mute 🔇 speaker 🔈 sound 🔉 loud_sound 🔊 loudspeaker 📢 mega 📣
        postal_horn 📯 bell 🔔 no_bell 🔕 musical_score 🎼 musical_note 🎵 notes 🎶
        studio_microphone 🎙️ level_slider 🎚️ control_knobs 🎛️ microphone 🎤 headphones 🎧 radio 📻
        saxophone 🎷 guitar 🎸 musical_keyboard 🎹 trumpet 🎺 violin 🎻 drum_with_drumsticks 🥁
        iphone 📱 calling 📲 phone ☎️ telephone ☎️ telephone_receiver 📞 pager 📟 fax 📠 battery 🔋
        electric_plug 🔌 computer 💻 desktop_computer 🖥️ printer 🖨️ keyboard ⌨️
        three_button_mouse 🖱️ trackball 🖲️ minidisc 💽 floppy_disk 💾 cd 💿 dvd 📀 abacus 🧮
        movie_camera 🎥 film_frames 🎞️ clapper 🎬 tv 📺 camera 📷 camera_with_flash 📸 video_camera 📹
        vhs 📼 mag 🔍 mag_right 🔎 candle 🕯️ bulb 💡 flashlight 🔦 notebook_with_decorative_cover 📔
        closed_book 📕 book 📖 open_book 📖 green_book 📗 blue_book 📘 orange_book 📙 books 📚
        notebook 📓 ledger 📒 page_with_curl 📃 scroll 📜 page_facing_up 📄 newspaper 📰
        bookmark_tabs 📑 bookmark 🔖 label 🏷️ moneybag 💰 coin 🪙 yen 💴 dollar 💵 euro 💶 pound 💷
        money_with_wings 💸 credit_card 💳 receipt 🧾 chart 💹 email ✉️ envelope ✉️ e-mail 📧
        incoming_envelope 📨 envelope_with_arrow 📩 outbox_tray 📤 inbox_tray 📥 package 📦 mailbox 📫
        postbox 📮 ballot_box_with_ballot 🗳️ pencil2 ✏️ black_nib ✒️ lower_left_fountain_pen 🖋️
        lower_left_ballpoint_pen 🖊️ lower_left_paintbrush 🖌️ memo 📝 pencil 📝 briefcase 💼
        file_folder 📁 open_file_folder 📂 card_index_dividers 🗂️ date 📅 calendar 📆
        spiral_note_pad 🗒️ spiral_calendar_pad 🗓️ card_index 📇 chart_with_upwards_trend 📈
        chart_with_downwards_trend 📉 bar_chart 📊 clipboard 📋 pushpin 📌 round_pushpin 📍
        paperclip 📎 linked_paperclips 🖇️ straight_ruler 📏 triangular_ruler 📐 scissors ✂️
        card_file_box 🗃️ file_cabinet 🗄️ wastebasket 🗑️ lock 🔒 unlock 🔓 lock_with_ink_pen 🔏
        closed_lock_with_key 🔐 key 🔑 old_key 🗝️ hammer 🔨 axe 🪓 pick ⛏️ hammer_and_wrench 🛠️
        dagger_knife 🗡️ crossed_swords ⚔️ gun 🔫 boomerang 🪃 bow_and_arrow 🏹 shield 🛡️ wrench 🔧
        screwdriver 🪛 nut_and_bolt 🔩 gear ⚙️ compression 🗜️ scales ⚖️ link 🔗 chains ⛓️ hook 🪝
        toolbox 🧰 magnet 🧲 ladder 🪜 alembic ⚗️ test_tube 🧪 petri_dish 🧫 dna 🧬 microscope 🔬
        telescope 🔭 satellite_antenna 📡 satellite 🛰️ syringe 💉 drop_of_blood 🩸 pill 💊
        adhesive_bandage 🩹 stethoscope 🩺 door 🚪 bed 🛏️ couch_and_lamp 🛋️ toilet 🚽 shower 🚿
        bathtub 🛁 safety_pin 🧷 broom 🧹 basket 🧺 roll_of_paper 🧻 soap 🧼 sponge 🧽
        fire_extinguisher 🧯 shopping_trolley 🛒 smoking 🚬 coffin ⚰️ moyai 🗿 placard 🪧 atm 🏧
        put_litter_in_its_place 🚮 wheelchair ♿ mens 🚹 womens 🚺 restroom 🚻 baby_symbol 🚼 wc 🚾
        warning ⚠️ children_crossing 🚸 no_entry ⛔ no_entry_sign 🚫 no_bicycles 🚳 no_smoking 🚭
        do_not_litter 🚯 underage 🔞 radioactive_sign ☢️ biohazard_sign ☣️ arrow_up ⬆️
        arrow_upper_right ↗️ arrow_right ➡️ arrow_lower_right ↘️ arrow_down ⬇️
        arrow_lower_left ↙️ arrow_left ⬅️ arrow_upper_left ↖️ arrow_up_down ↕️
        left_right_arrow ↔️ leftwards_arrow_with_hook ↩️ arrow_right_hook ↪️ arrow_heading_up ⤴️
        arrow_heading_down ⤵️ arrows_clockwise 🔃 arrows_counterclockwise 🔄 back 🔙 end 🔚 on 🔛
        soon 🔜 top 🔝 place_of_worship 🛐 atom_symbol ⚛️ om_symbol 🕉️ star_of_david ✡️
        wheel_of_dharma ☸️ yin_yang ☯️ latin_cross ✝️ star_and_crescent ☪️ peace_symbol ☮️
        menorah_with_nine_branches 🕎 aries ♈ taurus ♉ gemini ♊ cancer ♋ leo ♌ virgo ♍ libra ♎
        scorpius ♏ sagittarius ♐ capricorn ♑ aquarius ♒ pisces ♓ twisted_rightwards_arrows 🔀
        repeat 🔁 repeat_one 🔂 arrow_forward ▶️ fast_forward ⏩ arrow_backward ◀️ rewind ⏪
        arrow_up_small 🔼 arrow_down_small 🔽 double_vertical_bar ⏸️ black_square_for_stop ⏹️
        black_circle_for_record ⏺️ eject ⏏️ cinema 🎦 low_brightness 🔅 high_brightness 🔆
        signal_strength 📶 vibration_mode 📳 mobile_phone_off 📴 female_sign ♀️ male_sign ♂️
        heavy_multiplication_x ✖️ heavy_plus_sign ➕ heavy_minus_sign ➖ heavy_division_sign ➗
        infinity ♾️ bangbang ‼️ interrobang ⁉️ question ❓ grey_question ❔ grey_exclamation ❕
        exclamation ❗ heavy_exclamation_mark ❗ wavy_dash 〰️ currency_exchange 💱
        heavy_dollar_sign 💲 recycle ♻️ fleur_de_lis ⚜️ trident 🔱 name_badge 📛 beginner 🔰 o ⭕
        white_check_mark ✅ ballot_box_with_check ☑️ heavy_check_mark ✔️ x ❌
        negative_squared_cross_mark ❎ curly_loop ➰ loop ➿ part_alternation_mark 〽️
        eight_spoked_asterisk ✳️ eight_pointed_black_star ✴️ sparkle ❇️ copyright ©️
        registered ®️ tm ™️ hash #️⃣ keycap_star *️⃣ zero 0️⃣ one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣
        five 5️⃣ six 6️⃣ seven 7️⃣ eight 8️⃣ nine 9️⃣ keycap_ten 🔟 capital_abcd 🔠 abcd 🔡 1234 🔢
        symbols 🔣 abc 🔤 a 🅰️ ab 🆎 b 🅱️ cl 🆑 cool 🆒 free 🆓 information_source ℹ️ id 🆔 m Ⓜ️ new 🆕
        ng 🆖 o2 🅾️ ok 🆗 parking 🅿️ sos 🆘 up 🆙 vs 🆚 red_circle 🔴 large_orange_circle 🟠
        large_yellow_circle 🟡 large_green_circle 🟢 large_blue_circle 🔵 large_purple_circle 🟣
        large_brown_circle 🟤 black_circle ⚫ white_circle ⚪ large_red_square 🟥
        large_orange_square 🟧 large_yellow_square 🟨 large_green_square 🟩 large_blue_square 🟦
        large_purple_square 🟪 black_large_square ⬛ white_large_square ⬜ large_orange_diamond 🔶
        large_blue_diamond 🔷 small_orange_diamond 🔸 small_blue_diamond 🔹 small_red_triangle 🔺
        small_red_triangle_down 🔻 diamond_shape_with_a_dot_inside 💠 radio_button 🔘
        white_square_button 🔳 black_square_button 🔲 checkered_flag 🏁 triangular_flag_on_post 🚩
        crossed_flags 🎌 waving_black_flag 🏴 waving_white_flag 🏳️ rainbow-flag 🏳️‍🌈
        pirate_flag 🏴‍☠️
        """
}
