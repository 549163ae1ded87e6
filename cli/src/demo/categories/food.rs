//! Food and drink: the market with a crisis, and with a brand that shares its name.

use super::super::calendar::MONTHS;
use super::super::category::{Category, DemoBrand, Line, Product, Seasonal};
use super::super::language::Language;
use super::super::story::{NAMESAKE, RECALLED};

const COFFEE: Product = Product {
    names: ["coffee", "café", "Kaffee", "café", "café", "コーヒー", "커피"],
    components: &["arabica beans", "chicory", "cocoa"],
    topics: &[("aroma", 18), ("caffeine", 2), ("bitter aftertaste", -42)],
};
const SPREAD: Product = Product {
    names: [
        "hazelnut spread",
        "crema de avellanas",
        "Haselnusscreme",
        "pâte à tartiner",
        "creme de avelã",
        "ヘーゼルナッツスプレッド",
        "헤이즐넛 스프레드",
    ],
    components: &["hazelnut", "cocoa", "palm oil"],
    topics: &[("breakfast", 14), ("texture", 8), ("palm oil debate", -40)],
};
const OAT_DRINK: Product = Product {
    names: [
        "oat drink",
        "bebida de avena",
        "Haferdrink",
        "boisson à l’avoine",
        "bebida de aveia",
        "オーツミルク",
        "귀리 음료",
    ],
    components: &["oats", "rapeseed oil", "sea salt"],
    topics: &[("barista foam", 16), ("plant based", 12), ("clumps in coffee", -38)],
};
const SNACK_BAR: Product = Product {
    names: [
        "snack bar",
        "barrita de cereales",
        "Müsliriegel",
        "barre de céréales",
        "barra de cereais",
        "スナックバー",
        "스낵바",
    ],
    components: &["pea protein", "oats", "chicory", "cocoa"],
    topics: &[("protein", 12), ("lunch box", 12), ("chalky texture", -40)],
};
const SPARKLING_DRINK: Product = Product {
    names: [
        "sparkling drink",
        "bebida con gas",
        "Limonade",
        "boisson pétillante",
        "refrigerante",
        "炭酸飲料",
        "탄산음료",
    ],
    components: &["ginger", "cane sugar"],
    topics: &[("freshness", 18), ("flat bottles", -36), ("picnic", 12)],
};
const NOODLES: Product = Product {
    names: ["noodle cup", "vaso de fideos", "Nudelbecher", "bol de nouilles", "copo de macarrão", "カップ麺", "컵라면"],
    components: &["chilli", "sea salt"],
    topics: &[("late snack", 14), ("spice level", 8), ("salt content", -40)],
};

pub const FOOD: Category = Category {
    name: "Food & Drink",
    share: 140,
    season: [98, 94, 94, 98, 102, 108, 108, 104, 94, 94, 100, 114],
    ages: [60, 230, 300, 200, 120, 60, 30],
    women: 560,
    tags: &["food", "tasting", "snacks", "recipe", "kitchen", "review"],
    topics: &[("taste", 20), ("price", -18), ("packaging", -6), ("sugar content", -26), ("portion size", -22)],
    seasonal: &[
        Seasonal { topic: ("barbecue season", 12), months: &[5, 6] },
        Seasonal { topic: ("holiday baking", 18), months: &[11] },
    ],
    emerging: Some(("fibre boost", 12)),
    channels: &[
        "butter",
        "pantry",
        "crumb",
        "saffron",
        "skillet",
        "ladle",
        "thyme",
        "pickle",
        "biscuit",
        "noodle",
        "marmalade",
        "walnut",
    ],
    brands: &[
        DemoBrand::new("Saffrolune", 100, 38, &[COFFEE]).lines(&[Line {
            name: "Copper Roast",
            from: 0,
            until: MONTHS,
        }]),
        DemoBrand::new(RECALLED, 78, 48, &[SPREAD]),
        DemoBrand::new(NAMESAKE, 40, 44, &[OAT_DRINK]),
        DemoBrand::new("Zinglebar", 34, 26, &[SNACK_BAR]),
        DemoBrand::new("Kombrisk", 26, 30, &[SPARKLING_DRINK]),
        DemoBrand::new("Menmaruka", 20, 43, &[NOODLES]).home(Language::Japanese),
        DemoBrand::new("Crumbolo", 15, 34, &[SNACK_BAR]),
        DemoBrand::new("Picantessa", 10, 38, &[NOODLES]).home(Language::Spanish),
        DemoBrand::new("Maltavine", 6, -4, &[COFFEE]),
        DemoBrand::new("Jubbleberry", 2, 20, &[SPARKLING_DRINK]),
    ],
};
