//! Personal finance.

use super::super::category::{Category, DemoBrand, Product, Seasonal};

const BUDGET_APP: Product = Product {
    names: [
        "budget app",
        "app de presupuesto",
        "Haushaltsbuch-App",
        "appli de budget",
        "app de orçamento",
        "家計簿アプリ",
        "가계부 앱",
    ],
    components: &["spending chart", "category rules", "instant transfer"],
    topics: &[("shared budget", 14), ("app crashes", -48), ("saving goals", 14)],
};
const INVESTING_APP: Product = Product {
    names: [
        "investing app",
        "app de inversión",
        "Anlage-App",
        "appli de placement",
        "app de investimento",
        "投資アプリ",
        "투자 앱",
    ],
    components: &["savings plan", "price chart", "deposit protection"],
    topics: &[("first investment", 10), ("app outages", -48), ("risk", -16)],
};
const SAVINGS_ACCOUNT: Product = Product {
    names: [
        "savings account",
        "cuenta de ahorro",
        "Sparkonto",
        "compte épargne",
        "conta poupança",
        "貯蓄口座",
        "저축 계좌",
    ],
    components: &["interest rate", "deposit protection", "round-up saving"],
    topics: &[("interest", 16), ("account opening", -10), ("emergency fund", 12)],
};
const TRAVEL_CARD: Product = Product {
    names: [
        "travel card",
        "tarjeta de viaje",
        "Reisekarte",
        "carte de voyage",
        "cartão de viagem",
        "トラベルカード",
        "트래블 카드",
    ],
    components: &["exchange rate", "instant transfer"],
    topics: &[("blocked card", -48), ("cashback", 14), ("cash abroad", 8)],
};

pub const FINANCE: Category = Category {
    name: "Finance",
    share: 50,
    season: [136, 104, 112, 116, 92, 88, 82, 84, 94, 94, 96, 102],
    ages: [10, 190, 380, 230, 115, 55, 20],
    women: 380,
    tags: &["money", "saving", "budget", "explainer", "review"],
    topics: &[("fees", -36), ("ease of use", 16), ("security", 8), ("customer support", -28), ("sign-up bonus", 12)],
    seasonal: &[
        Seasonal { topic: ("tax return", -8), months: &[2, 3] },
        Seasonal { topic: ("year-end budget", 6), months: &[11] },
    ],
    emerging: None,
    channels: &["penny", "ledger", "copperjar", "margin", "invoice", "thrift"],
    brands: &[
        DemoBrand::new("Tallyvorn", 100, 36, &[BUDGET_APP]),
        DemoBrand::new("Monetwig", 58, 16, &[INVESTING_APP]),
        DemoBrand::new("Saldoquill", 40, 30, &[SAVINGS_ACCOUNT]),
        DemoBrand::new("Budgetarn", 26, 40, &[BUDGET_APP]),
        DemoBrand::new("Coinharrow", 15, -10, &[TRAVEL_CARD]),
        DemoBrand::new("Ledgerelle", 8, 24, &[SAVINGS_ACCOUNT]),
        DemoBrand::new("Nestegra", 3, 33, &[INVESTING_APP]),
    ],
};
