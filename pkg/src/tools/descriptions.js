// What a model should know of each tool: when to use it, and how to read its answers.

const FIRST = "Call schema once before the first question: it says what each index allows.";
const SPELLING = "Values are compared exactly as stored; an empty answer may mean that they are spelled otherwise.";

const words = (title, ...sentences) => ({ title, description: sentences.join(" ") });

export const descriptions = {
  __proto__: null,
  aggregate: words(
    "Rank groups",
    "Groups the documents of an index by a field and ranks the groups by count or by a metric:",
    "which brands are mentioned most, which have the best tone, where the money is.",
    FIRST,
    SPELLING,
    "Cite count with every metric: a mean over a few documents says little.",
    "On siv_content_creator a document is a snapshot, so cite creators instead of count.",
    "A document with a list is in a group for each of its values, so counts may add up to more than matched_documents.",
  ),
  search: words(
    "Find examples",
    "Gives example documents of an index by filters and free text (q; not on siv_content_creator).",
    "It is for examples: matched_documents says how many there are, there is no paging, and counts and means come from aggregate.",
    FIRST,
    SPELLING,
    "context is a paraphrase, never a quotation.",
  ),
  creators: words(
    "Rank creators",
    "Ranks creators with the demographics of their audience.",
    "Each creator is one row, its newest snapshot that passes the filters; cite matched_creators.",
    "engagement_rate_viewers is a ratio (0.1 is 10 %), distributions are shares of 1, and null means that the sample is too small to say.",
    "channel_uid finds a creator's mentions on siv_business_ideas.",
    SPELLING,
  ),
  "co-mentions": words(
    "Find what is mentioned together",
    "Lists the videos or channels that mention all of 2 to 5 values.",
    "An empty list is an answer: nothing mentions them together.",
    "total_mentions counts the documents that hold any of the values.",
    SPELLING,
  ),
  sector: words(
    "Share of voice",
    "Compares up to 30 brands month by month over at most 24 months: videos, mentions, views, tone, share of voice and topics.",
    "Shares are percentages of the requested brands, not of a market: a single brand has 100.",
    "Check coverage and low_confidence before quoting a brand, and say so when coverage is low.",
    "Use must_context for an ambiguous name, exact for names whose words are common.",
    "The first and the last month may be partial.",
  ),
  schema: words(
    "What may be asked",
    "Gives every index with its fields and their uses, the limits and the version of the dataset.",
    "Call it once, before the first question.",
  ),
};
