//! Beauty: the market where the leader is slowly overtaken.

use super::super::calendar::{MONTHS, month};
use super::super::category::{Category, DemoBrand, Line, Product, Seasonal};
use super::super::language::Language;
use super::super::story::{FORMER_LEADER, OVERTAKER};

const SERUM: Product = Product {
    names: ["serum", "sérum", "Serum", "sérum", "sérum", "美容液", "세럼"],
    components: &["niacinamide", "retinol", "hyaluronic acid", "vitamin C", "peptides"],
    topics: &[("skin barrier", 12), ("irritation", -50), ("night routine", 12)],
};
const CREAM: Product = Product {
    names: [
        "face cream",
        "crema facial",
        "Gesichtscreme",
        "crème visage",
        "creme facial",
        "フェイスクリーム",
        "수분 크림",
    ],
    components: &["ceramides", "squalane", "shea butter", "peptides"],
    topics: &[("skin barrier", 14), ("texture", 8), ("breakouts", -46)],
};
const SUNSCREEN: Product = Product {
    names: ["sunscreen", "protector solar", "Sonnencreme", "crème solaire", "protetor solar", "日焼け止め", "선크림"],
    components: &["zinc oxide", "niacinamide", "centella"],
    topics: &[("white cast", -40), ("texture", 8), ("reapplication", -6)],
};
const LIPSTICK: Product = Product {
    names: ["lipstick", "labial", "Lippenstift", "rouge à lèvres", "batom", "リップ", "립스틱"],
    components: &["shea butter", "squalane", "vitamin E"],
    topics: &[("lasting wear", 12), ("shade range", 8), ("dry lips", -44)],
};
const SHAMPOO: Product = Product {
    names: ["shampoo", "champú", "Shampoo", "shampooing", "shampoo", "シャンプー", "샴푸"],
    components: &["salicylic acid", "peptides", "centella"],
    topics: &[("scalp care", 10), ("volume", 12), ("hair loss", -40)],
};

pub const BEAUTY: Category = Category {
    name: "Beauty",
    share: 220,
    season: [95, 95, 100, 102, 106, 104, 98, 92, 96, 100, 126, 124],
    ages: [70, 330, 320, 150, 80, 35, 15],
    women: 780,
    tags: &["beauty", "routine", "skincare", "makeup", "review", "haul"],
    topics: &[
        ("glow", 18),
        ("price", -16),
        ("sensitive skin", 4),
        ("packaging", -8),
        ("fragrance", -14),
        ("refill pack", 14),
    ],
    seasonal: &[
        Seasonal { topic: ("summer heat", -4), months: &[5, 6, 7] },
        Seasonal { topic: ("advent calendar", 16), months: &[10, 11] },
    ],
    emerging: Some(("waterless formula", 18)),
    channels: &[
        "derma", "dewdrop", "balm", "lather", "pumice", "petal", "gloss", "toner", "mirror", "velvet", "powder",
        "rosehip", "lotion", "blush", "sponge", "satin",
    ],
    brands: &[
        DemoBrand::new(FORMER_LEADER, 100, 40, &[SERUM, CREAM]).lines(&[Line {
            name: "Dawn Drops",
            from: 0,
            until: MONTHS,
        }]),
        DemoBrand::new(OVERTAKER, 100, 50, &[SERUM, SUNSCREEN]).lines(&[Line {
            name: "Polar Veil",
            from: month(2025, 2),
            until: MONTHS,
        }]),
        DemoBrand::new("Cinderelm Beauty", 46, 30, &[LIPSTICK]),
        DemoBrand::new("Trassavelle", 34, 36, &[SHAMPOO]),
        DemoBrand::new("Miruvelle", 28, 54, &[CREAM, SUNSCREEN]).home(Language::Korean),
        DemoBrand::new("Ombriane", 20, 22, &[LIPSTICK]),
        DemoBrand::new("Aozorelle", 16, 47, &[SUNSCREEN]).home(Language::Japanese),
        DemoBrand::new("Pellurica", 12, 8, &[CREAM]),
        DemoBrand::new("Tessivane", 8, 33, &[SERUM]),
        DemoBrand::new("Quennavie", 3, 41, &[SHAMPOO]),
        DemoBrand::new("Dewmarrow", 2, 25, &[SERUM]),
    ],
};
