// Downloads the files of a report.
import type { Report } from "overheard";
import { client } from "../../data/client.ts";
import { fileName, save } from "../../parts/download.ts";
import { type Format, titleOf } from "./kinds.ts";

/** Saves a file of a report under the name that the response gives. */
export async function saveFile(report: Report, format: Format): Promise<void> {
  const file = await client.downloadReport(report.id, { format });
  save(await file.blob(), file.name ?? fileName(titleOf(report), report, format));
}

/** Query for a file of a report. Its cache entry is dropped when no component shows the file. */
export const fileQuery = (id: string, format: Format) => ({
  queryKey: ["report-file", id, format] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.downloadReport(id, { format, signal })).blob(),
  staleTime: Infinity,
  gcTime: 0,
});
