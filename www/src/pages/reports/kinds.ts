// Report types with their labels, notes and sections.
import { t } from "@lingui/core/macro";

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
    label: t`Brand overview`,
    note: t`Volume, tone, topics and creators of each brand`,
    sections: { volume: t`Volume`, sentiment: t`Tone`, top_topics: t`Top topics`, top_influencers: t`Top creators` },
  },
  sentiment: {
    label: t`Sentiment`,
    note: t`Tone of mentions, over time and by audience`,
    sections: {
      summary: t`Summary`,
      timeline: t`Over time`,
      by_platform: t`By platform`,
      by_language: t`By language`,
      by_region: t`By region`,
      drivers: t`Drivers`,
    },
  },
  influencers: {
    label: t`Influencers`,
    note: t`Who talks about your brands, and their reach`,
    sections: { by_influence: t`By influence`, by_mentions: t`By mentions`, by_views: t`By views` },
  },
  trends: {
    label: t`Trends`,
    note: t`Rising, falling and emerging topics`,
    sections: { top_topics: t`Top topics`, rising: t`Rising`, falling: t`Falling`, emerging: t`Emerging` },
  },
  share_of_voice: {
    label: t`Share of voice`,
    note: t`Your brands side by side`,
    sections: { share: t`Share`, timeline: t`Over time`, by_platform: t`By platform`, top_topics: t`Top topics` },
  },
  mentions_export: {
    label: t`Export of mentions`,
    note: t`One row for each mention`,
    sections: { mentions: t`Mentions` },
  },
};

export const TYPES = Object.keys(KINDS) as ReportType[];

/** Labels of the formats. */
const FORMATS: Record<Format, string> = {
  pdf: t`PDF (to read and forward)`,
  csv: t`CSV (for spreadsheets)`,
  ndjson: t`NDJSON (for programs)`,
  parquet: t`Parquet (for data tools)`,
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

export const WEEKDAYS = [t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`, t`Sunday`];
export const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00 UTC`;
