// Downloads the files of a report.
import { t } from "@lingui/core/macro";
import type { Report } from "overheard";
import { client } from "../../data/client.ts";
import { fileName, save } from "../../parts/download.ts";
import { titleOf } from "./kinds.ts";

/** A file of a report. */
export type ReportFile = Report["artifacts"][number];

/** Saves a file of a report under the name that the response gives. */
export async function saveFile(report: Report, { format, part }: ReportFile): Promise<void> {
  const file = await client.downloadReport(report.id, { format, part });
  save(await file.blob(), file.name ?? fileName(titleOf(report), report, format));
}

const partLabel = (format: string, part: number) => t`${format}, part ${part}`;

/** Returns the label of a file: its format and its part. */
export const fileLabel = ({ format, part }: ReportFile): string =>
  part === undefined ? format.toUpperCase() : partLabel(format.toUpperCase(), part);

/** Query for a file of a report. Its cache entry is dropped when no component shows the file. */
export const fileQuery = (id: string, { format, part }: Pick<ReportFile, "format" | "part">) => ({
  queryKey: ["report-file", id, format, part] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await client.downloadReport(id, { format, part, signal })).blob(),
  staleTime: Infinity,
  gcTime: 0,
});
