"""Names of one character and of thirty-two, in the scripts people write theirs in."""

from __future__ import annotations

LONG = {
    "Latin": "Maximiliane Freifrau von Ätznatr",
    "Cyrillic": "Константин Владимирович Щербаков",
    "Chinese": "歐陽鋒王小明張偉李娜劉洋陳靜楊磊趙敏黃蓉周杰倫吳亦凡徐志摩孫悟",
    "Japanese": "やまだたろう山田太郎さくらスズキ一郎ハナコ高橋花子わたなべ渡辺ケンジ",
    "Korean": "김민수 이서연 박지훈 최유진 정하은 강도윤 조수아 윤지우 ",
    "Arabic": "عبد الرحمن بن محمد الفيصل آل سعو",
    "Hebrew": "יהונתן אברהם בן־גוריון הירושלמי ",
    "Devanagari": "क्षितिज श्रीकृष्ण विद्यार्थी प्र",
    "Thai": "สมศักดิ์ เจริญรุ่งเรืองกิจไพศาล",
    "emoji": "🏇🐎🎉👍🏽👨\u200d👩\u200d👧🇧🇷❤️🔥🏆🥇🎲🃏🌟😀😎🤖👑⚡🍀🎩☕🦄",
}
LONG = {script: f"{name} {name}"[:32].rstrip() for script, name in LONG.items()}
"""Of each script a name as long as Discord lets one be."""

SHORT = {
    "Latin": "W",
    "Cyrillic": "Щ",
    "Chinese": "龍",
    "Japanese": "さ",
    "Korean": "김",
    "Arabic": "ش",
    "Hebrew": "ש",
    "Devanagari": "क",
    "Thai": "ส",
    "emoji": "🏇",
}
