//! Titles and descriptions of videos, in the languages of the demo data.

use super::calendar::{month_of_year, year};
use super::language::Language;
use super::random::RandomSource;

/// The values that a title can contain.
pub struct Subject<'a> {
    /// The brand that the video is about.
    pub brand: &'a str,
    /// Another brand in the video.
    pub other: Option<&'a str>,
    /// The product or product line, in the language of the video.
    pub thing: &'a str,
    /// Month of the upload.
    pub month: u32,
}

/// Phrases of one language. `{Thing}` is the product with a capital letter.
struct Phrases {
    single: &'static [&'static str],
    versus: &'static [&'static str],
    descriptions: &'static [&'static str],
    months: [&'static str; 12],
}

/// Returns a title for a video about the subject.
pub fn title(random: &mut RandomSource, language: Language, subject: &Subject) -> String {
    let phrases = phrases(language);
    let templates = match subject.other {
        Some(_) if random.chance(60) => phrases.versus,
        _ => phrases.single,
    };
    let template = random.pick(templates);
    fill(template, &phrases, subject)
}

/// Returns a description of one or two sentences.
pub fn description(random: &mut RandomSource, language: Language, subject: &Subject) -> String {
    let phrases = phrases(language);
    let template = random.pick(phrases.descriptions);
    fill(template, &phrases, subject)
}

fn fill(template: &str, phrases: &Phrases, subject: &Subject) -> String {
    let month = phrases.months.get(month_of_year(subject.month));
    template
        .replace("{brand}", subject.brand)
        .replace("{other}", subject.other.unwrap_or_default())
        .replace("{thing}", subject.thing)
        .replace("{Thing}", &capitalised(subject.thing))
        .replace("{month}", month.unwrap_or(&""))
        .replace("{year}", &year(subject.month).to_string())
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest.clone()).collect()
}

fn phrases(language: Language) -> Phrases {
    match language {
        Language::English => ENGLISH,
        Language::Spanish => SPANISH,
        Language::German => GERMAN,
        Language::French => FRENCH,
        Language::Portuguese => PORTUGUESE,
        Language::Japanese => JAPANESE,
        Language::Korean => KOREAN,
    }
}

const ENGLISH: Phrases = Phrases {
    single: &[
        "{brand} {thing}: one month later",
        "Is the {brand} {thing} worth it?",
        "An honest look at {brand}",
        "30 days with {brand}",
        "What nobody tells you about {brand}",
        "My {month} favourites with {brand}",
        "{Thing}: five mistakes to avoid",
        "{brand} in {year}: better or worse?",
        "Unboxing the {brand} {thing}",
        "Everyday test: {brand} {thing}",
    ],
    versus: &[
        "{brand} vs {other}: which one wins?",
        "I swapped {other} for {brand}",
        "{brand}, {other} and the rest: {month} ranking",
    ],
    descriptions: &[
        "A closer look at {brand} and what has changed since last time. Bought with our own money.",
        "We tried the {thing} by {brand} at home and on the go. Chapters are in the timeline.",
        "The good, the bad and the price of {brand}. Tell us in the comments what to test next.",
    ],
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
};

const SPANISH: Phrases = Phrases {
    single: &[
        "{Thing} de {brand}: mi opinión tras un mes",
        "¿Merece la pena {brand} en {year}?",
        "Probando {brand} durante 30 días",
        "Lo nuevo de {brand}: primeras impresiones",
        "Mis favoritos de {month}, con {brand}",
        "5 errores al elegir: {thing}",
        "La verdad sobre {brand}",
        "{brand} a prueba: así fue mi día a día",
    ],
    versus: &[
        "{brand} contra {other}: comparativa sincera",
        "Cambié {other} por {brand} y pasó esto",
        "¿{brand} o {other}? Te ayudo a elegir",
    ],
    descriptions: &[
        "Probamos {brand} en casa y os contamos lo bueno y lo malo.",
        "Todo sobre {brand}: precio, uso diario y alternativas. ¿Qué probamos después?",
    ],
    months: [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
};

const GERMAN: Phrases = Phrases {
    single: &[
        "{Thing} von {brand}: lohnt sich das?",
        "{brand} im Langzeittest: mein Fazit",
        "30 Tage mit {brand}",
        "Ehrliche Meinung zu {brand}",
        "Günstig oder gut? {brand} geprüft",
        "Meine Favoriten im {month}: {brand} und mehr",
        "Was taugt {brand} {year} wirklich?",
        "Fünf Fehler beim Kauf: {thing}",
    ],
    versus: &[
        "{brand} gegen {other}: der große Vergleich",
        "Von {other} zu {brand}: mein Wechsel",
        "{brand} oder {other}? So fällt die Wahl leichter",
    ],
    descriptions: &[
        "Wir haben {brand} im Alltag geprüft: Stärken, Schwächen und der Preis.",
        "Ein genauer Blick auf {brand}. Schreibt uns, was wir als Nächstes prüfen sollen.",
    ],
    months: [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
};

const FRENCH: Phrases = Phrases {
    single: &[
        "{Thing} {brand} : mon avis après un mois",
        "30 jours avec {brand} : le bilan",
        "Que vaut vraiment {brand} en {year} ?",
        "Test honnête : {thing} {brand}",
        "Mes favoris de {month}, dont {brand}",
        "Les 5 erreurs à éviter : {thing}",
        "Bonne ou mauvaise surprise ? Je teste {brand}",
    ],
    versus: &[
        "{brand} ou {other} : le grand comparatif",
        "De {other} à {brand} : pourquoi ce changement",
        "{brand}, {other} : le classement de {month}",
    ],
    descriptions: &[
        "On a testé {brand} au quotidien : points forts, points faibles et prix.",
        "Tout savoir sur {brand} avant de se décider. Dites-nous quoi tester ensuite.",
    ],
    months: [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
};

const PORTUGUESE: Phrases = Phrases {
    single: &[
        "{Thing} da {brand}: minha opinião sincera",
        "30 dias com {brand}",
        "Vale a pena? Testei {brand} em {year}",
        "Novidades de {month}: {brand} e mais",
        "Antes de escolher, veja isto: {thing}",
        "A verdade sobre {brand}",
        "{brand} no dia a dia: funcionou?",
    ],
    versus: &[
        "{brand} ou {other}: qual escolher?",
        "Troquei {other} por {brand}",
        "{brand} contra {other}: comparação completa",
    ],
    descriptions: &[
        "Testamos {brand} em casa: pontos fortes, pontos fracos e preço.",
        "Tudo sobre {brand} antes da decisão. O que vamos testar depois?",
    ],
    months: [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
};

const JAPANESE: Phrases = Phrases {
    single: &[
        "{brand}の{thing}を30日使ってみた",
        "{brand} {thing} 正直レビュー",
        "{month}のお気に入り:{brand}ほか",
        "初めての{brand}、結果は…",
        "{year}年に選ぶなら?{brand}を検証",
        "失敗しない{thing}の選び方",
    ],
    versus: &["【比較】{brand}と{other}、どっちがいい?", "{other}から{brand}に乗り換えた理由"],
    descriptions: &[
        "{brand}を毎日使って、良い点と気になる点をまとめました。",
        "{brand}の{thing}を詳しく紹介します。次に試してほしいものをコメントで教えてください。",
    ],
    months: ["1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月"],
};

const KOREAN: Phrases = Phrases {
    single: &[
        "{brand} {thing} 한 달 사용 후기",
        "솔직 리뷰: {brand} {thing}",
        "{month} 추천템, {brand} 외",
        "{brand} {thing} 살까 말까?",
        "{year}년 {thing} 고르는 법",
        "처음 써 본 {brand}, 결과는?",
    ],
    versus: &["{brand} vs {other} 비교 리뷰", "{other} 대신 {brand}? 한 달 비교"],
    descriptions: &[
        "{brand} 제품을 매일 써 보고 장점과 단점을 정리했습니다.",
        "{brand} {thing} 자세히 보기. 다음에 볼 제품을 댓글로 알려 주세요.",
    ],
    months: ["1월", "2월", "3월", "4월", "5월", "6월", "7월", "8월", "9월", "10월", "11월", "12월"],
};
