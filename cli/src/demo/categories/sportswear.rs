//! Sportswear.

use super::super::calendar::{MONTHS, month};
use super::super::category::{Category, DemoBrand, Line, Product, Seasonal};
use super::super::language::Language;

const RUNNING_SHOE: Product = Product {
    names: [
        "running shoe",
        "zapatilla de correr",
        "Laufschuh",
        "chaussure de running",
        "tênis de corrida",
        "ランニングシューズ",
        "러닝화",
    ],
    components: &["midsole foam", "carbon plate", "outsole rubber", "laces"],
    topics: &[("cushioning", 14), ("marathon training", 10), ("blisters", -48)],
};
const TRAINING_TOP: Product = Product {
    names: [
        "training top",
        "camiseta técnica",
        "Trainingsshirt",
        "haut de sport",
        "camiseta esportiva",
        "トレーニングウェア",
        "운동복",
    ],
    components: &["recycled polyester", "merino wool", "seams"],
    topics: &[("breathability", 12), ("sizing", -34), ("gym look", 12)],
};
const RAIN_JACKET: Product = Product {
    names: [
        "rain jacket",
        "chaqueta impermeable",
        "Regenjacke",
        "veste de pluie",
        "jaqueta impermeável",
        "レインジャケット",
        "바람막이",
    ],
    components: &["membrane", "zip", "seams"],
    topics: &[("rain test", 10), ("breathability", 4), ("leaking seams", -46)],
};
const GYM_BAG: Product = Product {
    names: ["gym bag", "bolsa de deporte", "Sporttasche", "sac de sport", "bolsa esportiva", "ジムバッグ", "운동 가방"],
    components: &["zip", "shoulder strap", "recycled polyester"],
    topics: &[("commuting", 10), ("pockets", 10), ("broken zip", -44)],
};

pub const SPORTSWEAR: Category = Category {
    name: "Sportswear",
    share: 120,
    season: [134, 104, 104, 112, 110, 96, 88, 90, 100, 92, 92, 90],
    ages: [70, 280, 320, 180, 95, 40, 15],
    women: 460,
    tags: &["running", "fitness", "gear", "training", "review", "outdoor"],
    topics: &[
        ("comfort", 18),
        ("price", -20),
        ("fit", 6),
        ("durability", -10),
        ("colours", 12),
        ("recycled materials", 14),
    ],
    seasonal: &[
        Seasonal { topic: ("new year goals", 10), months: &[0] },
        Seasonal { topic: ("trail season", 12), months: &[3, 4] },
    ],
    emerging: Some(("barefoot training", 10)),
    channels: &[
        "tempo", "stride", "cadence", "lunge", "summit", "pulse", "sprint", "gravel", "kettle", "track", "ridge",
        "sweat",
    ],
    brands: &[
        DemoBrand::new("Stridano", 100, 36, &[RUNNING_SHOE]).lines(&[Line {
            name: "Cirrolo 3",
            from: month(2025, 4),
            until: MONTHS,
        }]),
        DemoBrand::new("Velocirra", 68, 28, &[RUNNING_SHOE, TRAINING_TOP]),
        DemoBrand::new("Aerofenn", 44, 45, &[RAIN_JACKET]),
        DemoBrand::new("Flexandry", 32, 20, &[TRAINING_TOP]),
        DemoBrand::new("Runevolt", 22, 34, &[RUNNING_SHOE]),
        DemoBrand::new("Kinetorra", 16, 39, &[TRAINING_TOP, GYM_BAG]).home(Language::Portuguese),
        DemoBrand::new("Gritolo", 10, 2, &[GYM_BAG]),
        DemoBrand::new("Solemarch", 5, 27, &[RUNNING_SHOE]),
        DemoBrand::new("Peakmarrow", 3, 44, &[RAIN_JACKET]),
    ],
};
