//! Paraphrased statements of videos about a brand.

use super::random::RandomSource;

/// The values that a paraphrase can contain.
pub struct Remark<'a> {
    /// The brand.
    pub brand: &'a str,
    /// The product or product line.
    pub thing: &'a str,
    /// A topic of the mention that fits its sentiment.
    pub topic: Option<&'a str>,
    /// A component of the mention.
    pub component: Option<&'a str>,
}

/// Phrases of one sentiment, in the order of a paraphrase: an opening, a continuation with or without a topic, and an
/// addition about a component.
struct Phrases {
    openings: &'static [&'static str],
    on_topic: &'static [&'static str],
    without_topic: &'static [&'static str],
    on_component: &'static [&'static str],
}

/// Returns a paraphrase of one or two sentences whose sentiment fits the score, which is in hundredths.
pub fn context(random: &mut RandomSource, score: i64, remark: &Remark) -> String {
    let phrases = match score {
        25.. => &POSITIVE,
        ..=-25 => &NEGATIVE,
        _ => &NEUTRAL,
    };
    let opening = random.pick(phrases.openings);
    let middle = random.pick(match remark.topic {
        Some(_) => phrases.on_topic,
        None => phrases.without_topic,
    });
    let end = match remark.component {
        Some(_) if random.chance(45) => random.pick(phrases.on_component),
        _ => &"",
    };
    let time = random.pick(TIMES);
    format!("{opening}{middle}{end}")
        .replace("{brand}", remark.brand)
        .replace("{thing}", remark.thing)
        .replace("{topic}", remark.topic.unwrap_or_default())
        .replace("{component}", remark.component.unwrap_or_default())
        .replace("{time}", time)
}

const TIMES: &[&str] = &["two weeks", "a month", "three months", "ten days", "a long weekend", "half a year"];

const POSITIVE: Phrases = Phrases {
    openings: &[
        "The creator says the {thing} from {brand} held up well over {time}",
        "After {time} the reviewer still speaks well of the {thing} by {brand}",
        "In a side-by-side test the {thing} from {brand} comes out ahead",
        "The host calls the {thing} from {brand} the best choice of the season",
        "The channel recommends the {thing} by {brand} to anyone starting out",
        "A sceptical first impression of the {thing} from {brand} turns into praise",
        "The {thing} by {brand} earns a place among the favourites of the month",
        "The video ranks the {thing} from {brand} first among its rivals",
    ],
    on_topic: &[
        ", main reason: {topic}.",
        ", with most of the credit going to {topic}.",
        ", above all for {topic}.",
        "; the part on {topic} is warm throughout.",
    ],
    without_topic: &[
        ". The verdict is clearly positive.",
        ". The tone stays warm to the end.",
        ", without reservation.",
    ],
    on_component: &[
        " Credit goes to the {component}.",
        " Special praise for the {component}.",
        " The clincher: the {component}.",
    ],
};

const NEUTRAL: Phrases = Phrases {
    openings: &[
        "The video lists the {thing} from {brand} among several options",
        "The creator shows the {thing} by {brand} without taking sides",
        "{brand} comes up in passing while the {thing} is being explained",
        "The host compares the {thing} from {brand} with an older choice",
        "The {thing} by {brand} is described feature by feature",
        "A viewer question about the {thing} from {brand} gets a short answer",
        "The reviewer tries the {thing} from {brand} for {time} and stays undecided",
    ],
    on_topic: &[
        ", mostly with regard to {topic}.",
        ", with a short section on {topic}.",
        ", open question: {topic}.",
        ", touching on {topic}.",
    ],
    without_topic: &[
        ". No clear verdict is given.",
        ". Strengths and weaknesses are left in balance.",
        ". A longer test is said to follow.",
    ],
    on_component: &[" One remark concerns the {component}.", " There is a note on the {component}."],
};

const NEGATIVE: Phrases = Phrases {
    openings: &[
        "The creator gives up on the {thing} from {brand} after {time}",
        "The reviewer advises against the {thing} by {brand} for now",
        "The {thing} from {brand} comes last in a comparison of five",
        "The host says the {thing} by {brand} falls short of what was promised",
        "Disappointment with the {thing} from {brand} runs through the whole video",
        "The channel reports trouble with the {thing} by {brand} after {time}",
        "A second try with the {thing} from {brand} ends like the first one",
    ],
    on_topic: &[
        ", chief complaint: {topic}.",
        ", mainly because of {topic}.",
        ", pointing to {topic}.",
        ", and the part on {topic} is sharp.",
    ],
    without_topic: &[
        ". The verdict is clearly negative.",
        ". Alternatives are named at the end.",
        ", and a refund is being asked for.",
    ],
    on_component: &[
        " Blame falls on the {component}.",
        " The weak spot named: the {component}.",
        " Doubts centre on the {component}.",
    ],
};
