//! Consumer electronics: the market with a launch.

use super::super::calendar::{MONTHS, month};
use super::super::category::{Category, DemoBrand, Line, Product, Seasonal};
use super::super::story::LAUNCHER;

const PHONE: Product = Product {
    names: ["phone", "teléfono", "Smartphone", "smartphone", "smartphone", "スマホ", "스마트폰"],
    components: &["battery", "display", "camera module", "charging port"],
    topics: &[("camera quality", 16), ("battery life", 10), ("bloatware", -42), ("charging speed", 10)],
};
const LAPTOP: Product = Product {
    names: ["laptop", "portátil", "Laptop", "ordinateur portable", "notebook", "ノートパソコン", "노트북"],
    components: &["keyboard", "display", "processor", "hinge"],
    topics: &[("performance", 14), ("battery life", 10), ("overheating", -48)],
};
const SPEAKER: Product = Product {
    names: ["speaker", "altavoz", "Lautsprecher", "enceinte", "caixa de som", "スピーカー", "스피커"],
    components: &["driver", "battery", "microphone"],
    topics: &[("sound", 18), ("pairing problems", -44), ("bass", 10)],
};
const SMARTWATCH: Product = Product {
    names: [
        "smartwatch",
        "reloj inteligente",
        "Smartwatch",
        "montre connectée",
        "relógio inteligente",
        "スマートウォッチ",
        "스마트워치",
    ],
    components: &["sensor", "strap", "battery"],
    topics: &[("sleep tracking", 12), ("battery life", -12), ("false readings", -44)],
};
const CAMERA: Product = Product {
    names: ["camera", "cámara", "Kamera", "appareil photo", "câmera", "カメラ", "카메라"],
    components: &["lens mount", "sensor", "display"],
    topics: &[("low light", 14), ("autofocus", 10), ("menu maze", -36)],
};

pub const ELECTRONICS: Category = Category {
    name: "Consumer Electronics",
    share: 180,
    season: [96, 92, 98, 94, 92, 92, 90, 98, 112, 104, 124, 118],
    ages: [80, 290, 330, 170, 80, 35, 15],
    women: 290,
    tags: &["tech", "gadgets", "unboxing", "review", "comparison", "setup"],
    topics: &[
        ("price", -18),
        ("build quality", 12),
        ("software updates", -10),
        ("durability", 6),
        ("repairability", 4),
    ],
    seasonal: &[
        Seasonal { topic: ("back to school", 8), months: &[7, 8] },
        Seasonal { topic: ("november deals", 14), months: &[10] },
    ],
    emerging: Some(("home repair kit", 14)),
    channels: &[
        "circuit", "solder", "pixel", "cable", "static", "socket", "antenna", "widget", "dongle", "signal", "copper",
        "sensor", "carbon", "binary",
    ],
    brands: &[
        DemoBrand::new("Ostrivane", 100, 33, &[LAPTOP]).lines(&[Line {
            name: "Slatern 14",
            from: month(2024, 9),
            until: MONTHS,
        }]),
        DemoBrand::new(LAUNCHER, 66, 38, &[PHONE]).lines(&[
            Line { name: "Tavrel 6", from: 0, until: month(2026, 2) },
            Line { name: "Tavrel 7", from: month(2026, 2), until: MONTHS },
        ]),
        DemoBrand::new("Nubrivex", 48, 24, &[PHONE, SMARTWATCH]),
        DemoBrand::new("Tandrello", 36, 42, &[SPEAKER]),
        DemoBrand::new("Yllumic", 27, 46, &[CAMERA]),
        DemoBrand::new("Hexanook", 20, 14, &[LAPTOP]),
        DemoBrand::new("Quillovar", 15, 28, &[SMARTWATCH]),
        DemoBrand::new("Mirundel", 9, 35, &[SPEAKER]),
        DemoBrand::new("Drovanta", 4, -6, &[CAMERA]),
        DemoBrand::new("Zephonique", 2, 31, &[SPEAKER]),
    ],
};
