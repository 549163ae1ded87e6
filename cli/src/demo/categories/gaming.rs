//! Gaming, where one name also belongs to a drink.

use super::super::calendar::{MONTHS, month};
use super::super::category::{Category, DemoBrand, Line, Product, Seasonal};
use super::super::language::Language;
use super::super::story::NAMESAKE;

const ROLE_PLAYING: Product = Product {
    names: [
        "role-playing game",
        "juego de rol",
        "Rollenspiel",
        "jeu de rôle",
        "jogo de RPG",
        "ロールプレイングゲーム",
        "롤플레잉 게임",
    ],
    components: &["story campaign", "crafting system", "soundtrack"],
    topics: &[("story", 18), ("boss fights", 10), ("server outages", -48), ("mods", 12)],
};
const SHOOTER: Product = Product {
    names: [
        "shooter",
        "juego de disparos",
        "Shooter",
        "jeu de tir",
        "jogo de tiro",
        "シューティングゲーム",
        "슈팅 게임",
    ],
    components: &["season pass", "map editor", "matchmaking"],
    topics: &[("ranked mode", 8), ("loot boxes", -46), ("server outages", -48)],
};
const FARMING: Product = Product {
    names: [
        "farming game",
        "juego de granja",
        "Bauernhofspiel",
        "jeu de ferme",
        "jogo de fazenda",
        "農場ゲーム",
        "농장 게임",
    ],
    components: &["crafting system", "co-op mode", "photo mode"],
    topics: &[("relaxed pace", 20), ("farm tour", 16), ("slow start", -26)],
};
const PUZZLE: Product = Product {
    names: [
        "puzzle game",
        "juego de puzles",
        "Knobelspiel",
        "jeu de réflexion",
        "jogo de quebra-cabeça",
        "パズルゲーム",
        "퍼즐 게임",
    ],
    components: &["hint system", "map editor", "soundtrack"],
    topics: &[("level design", 18), ("difficulty", -12), ("short length", -30)],
};
const CONTROLLER: Product = Product {
    names: ["controller", "mando", "Controller", "manette", "controle", "コントローラー", "컨트롤러"],
    components: &["trigger buttons", "battery", "thumbsticks"],
    topics: &[("grip", 14), ("stick drift", -48)],
};

pub const GAMING: Category = Category {
    name: "Gaming",
    share: 120,
    season: [96, 94, 98, 94, 90, 102, 96, 94, 98, 102, 118, 124],
    ages: [190, 390, 260, 100, 40, 15, 5],
    women: 240,
    tags: &["gaming", "gameplay", "guide", "indie", "letsplay", "review"],
    topics: &[
        ("graphics", 14),
        ("price", -18),
        ("performance", -24),
        ("soundtrack", 18),
        ("patch notes", -6),
        ("beginner tips", 8),
    ],
    seasonal: &[
        Seasonal { topic: ("summer showcase", 14), months: &[5] },
        Seasonal { topic: ("winter sale", 14), months: &[11] },
    ],
    emerging: Some(("couch co-op", 20)),
    channels: &[
        "quest",
        "sprite",
        "dungeon",
        "joystick",
        "combo",
        "arcade",
        "mana",
        "voxel",
        "goblin",
        "checkpoint",
        "lantern",
        "cartridge",
    ],
    brands: &[
        DemoBrand::new("Drakenfold", 100, 32, &[ROLE_PLAYING]).lines(&[Line {
            name: "Oskerfell Isle",
            from: month(2025, 10),
            until: MONTHS,
        }]),
        DemoBrand::new("Quarrelune", 64, -6, &[SHOOTER]),
        DemoBrand::new(NAMESAKE, 46, 52, &[FARMING]),
        DemoBrand::new("Tessermoth", 36, 44, &[PUZZLE]),
        DemoBrand::new("Neonquarry", 26, 6, &[SHOOTER]),
        DemoBrand::new("Voidharrow", 19, 24, &[ROLE_PLAYING]),
        DemoBrand::new("Glimmerquill", 13, 40, &[PUZZLE]).home(Language::French),
        DemoBrand::new("Cobaltide", 8, 30, &[CONTROLLER]),
        DemoBrand::new("Loftburrow", 3, 36, &[FARMING]),
        DemoBrand::new("Thornacre Online", 2, -12, &[ROLE_PLAYING]),
    ],
};
