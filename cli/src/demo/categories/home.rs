//! Home.

use super::super::calendar::MONTHS;
use super::super::category::{Category, DemoBrand, Line, Product, Seasonal};
use super::super::language::Language;

const ROBOT_VACUUM: Product = Product {
    names: [
        "robot vacuum",
        "robot aspirador",
        "Saugroboter",
        "aspirateur robot",
        "robô aspirador",
        "ロボット掃除機",
        "로봇청소기",
    ],
    components: &["suction motor", "dust bin", "mop pad"],
    topics: &[("cleaning power", 16), ("noise", -30), ("pet hair", 8), ("stuck under sofas", -42)],
};
const DESK_CHAIR: Product = Product {
    names: [
        "desk chair",
        "silla de escritorio",
        "Bürostuhl",
        "chaise de bureau",
        "cadeira de escritório",
        "デスクチェア",
        "책상 의자",
    ],
    components: &["mesh back", "armrests", "castors"],
    topics: &[("posture", 14), ("home office", 10), ("creaking", -40)],
};
const AIR_FRYER: Product = Product {
    names: [
        "air fryer",
        "freidora de aire",
        "Heißluftfritteuse",
        "friteuse sans huile",
        "fritadeira sem óleo",
        "ノンフライヤー",
        "에어프라이어",
    ],
    components: &["heating element", "basket"],
    topics: &[("crispy results", 18), ("energy use", 8), ("peeling coating", -46)],
};
const MATTRESS: Product = Product {
    names: ["mattress", "colchón", "Matratze", "matelas", "colchão", "マットレス", "매트리스"],
    components: &["memory foam", "cover"],
    topics: &[("sleep quality", 16), ("back pain", -14), ("chemical smell", -40)],
};
const CANDLE: Product = Product {
    names: [
        "scented candle",
        "vela aromática",
        "Duftkerze",
        "bougie parfumée",
        "vela perfumada",
        "アロマキャンドル",
        "향초",
    ],
    components: &["soy wax", "wick"],
    topics: &[("scent", 18), ("gift idea", 14), ("soot", -38)],
};

pub const HOME: Category = Category {
    name: "Home",
    share: 100,
    season: [104, 96, 108, 106, 98, 90, 86, 90, 98, 104, 116, 104],
    ages: [20, 140, 310, 270, 150, 75, 35],
    women: 610,
    tags: &["home", "interior", "cleaning", "decor", "review", "tips"],
    topics: &[
        ("price", -16),
        ("easy setup", 14),
        ("small flats", 8),
        ("design", 16),
        ("spare parts", -26),
        ("warranty", -6),
    ],
    seasonal: &[
        Seasonal { topic: ("spring cleaning", 12), months: &[2, 3] },
        Seasonal { topic: ("cosy winter", 16), months: &[10, 11, 0] },
    ],
    emerging: Some(("fold-away living", 16)),
    channels: &[
        "hearth",
        "rug",
        "timber",
        "plaster",
        "linen",
        "drawer",
        "curtain",
        "teapot",
        "shelf",
        "lampshade",
        "clay",
        "hinge",
    ],
    brands: &[
        DemoBrand::new("Vacuzette", 100, 30, &[ROBOT_VACUUM]).lines(&[Line {
            name: "Swirl S2",
            from: 0,
            until: MONTHS,
        }]),
        DemoBrand::new("Nestovar", 60, 36, &[DESK_CHAIR]),
        DemoBrand::new("Hearthlume", 46, 42, &[AIR_FRYER]),
        DemoBrand::new("Lindervik", 34, 28, &[MATTRESS]).home(Language::German),
        DemoBrand::new("Wickandry", 24, 50, &[CANDLE]),
        DemoBrand::new("Mopello", 16, -8, &[ROBOT_VACUUM]),
        DemoBrand::new("Tidywren", 10, 33, &[AIR_FRYER]),
        DemoBrand::new("Cinderelm Home", 4, 38, &[CANDLE]),
        DemoBrand::new("Oakhollin", 3, 22, &[DESK_CHAIR]),
    ],
};
