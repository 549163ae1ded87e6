// Report types with their labels, notes and sections.

export type ReportType =
  | "brand_overview"
  | "sentiment"
  | "influencers"
  | "trends"
  | "share_of_voice"
  | "mentions_export";
export type Format = "pdf" | "csv" | "ndjson" | "parquet";

interface Kind {
  label: string;
  note: string;
  sections: Record<string, string>;
}

export const KINDS: Record<ReportType, Kind> = {
  brand_overview: {
    label: "Brand overview",
    note: "Volume, tone, topics and creators of each brand",
    sections: { volume: "Volume", sentiment: "Tone", top_topics: "Top topics", top_influencers: "Top creators" },
  },
  sentiment: {
    label: "Sentiment",
    note: "Tone of mentions, over time and by audience",
    sections: {
      summary: "Summary",
      timeline: "Over time",
      by_platform: "By platform",
      by_language: "By language",
      by_region: "By region",
      drivers: "Drivers",
    },
  },
  influencers: {
    label: "Influencers",
    note: "Who talks about your brands, and their reach",
    sections: { by_influence: "By influence", by_mentions: "By mentions", by_views: "By views" },
  },
  trends: {
    label: "Trends",
    note: "Rising, falling and emerging topics",
    sections: { top_topics: "Top topics", rising: "Rising", falling: "Falling", emerging: "Emerging" },
  },
  share_of_voice: {
    label: "Share of voice",
    note: "Your brands side by side",
    sections: { share: "Share", timeline: "Over time", by_platform: "By platform", top_topics: "Top topics" },
  },
  mentions_export: {
    label: "Export of mentions",
    note: "One row for each mention",
    sections: { mentions: "Mentions" },
  },
};

export const TYPES = Object.keys(KINDS) as ReportType[];

/** Labels of the formats. */
const FORMATS: Record<Format, string> = {
  pdf: "PDF (to read and forward)",
  csv: "CSV (for spreadsheets)",
  ndjson: "NDJSON (for programs)",
  parquet: "Parquet (for data tools)",
};
const REPORT_FORMATS: Format[] = ["pdf", "csv"];
const EXPORT_FORMATS: Format[] = ["csv", "ndjson", "parquet"];

/** Returns the formats of a type of reports, as options. */
export const formatsOf = (type: ReportType): { value: Format; label: string }[] =>
  (type === "mentions_export" ? EXPORT_FORMATS : REPORT_FORMATS).map((value) => ({ value, label: FORMATS[value] }));

export const kindLabel = (type: string): string => KINDS[type as ReportType]?.label ?? type;

/** Returns the title of a report, or the label of its type if it has none. */
export const titleOf = ({ title, type }: { title?: string | null; type: string }): string => title ?? kindLabel(type);

/** Returns the label of the report's type, unless the title already is that label. */
export const subOf = (report: { title?: string | null; type: string }): string | undefined =>
  titleOf(report) === kindLabel(report.type) ? undefined : kindLabel(report.type);

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
export const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00 UTC`;
