// The files of a report, as they are handed out.
import type { Report } from "overheard";
import { client } from "../../data/client.ts";
import { fileName, save } from "../../parts/download.ts";
import { type Format, titleOf } from "./kinds.ts";

/** Saves a file of a report under the name that it has. */
export async function saveFile(report: Report, format: Format): Promise<void> {
  const file = await client.downloadReport(report.id, { format });
  save(await file.blob(), file.name ?? fileName(titleOf(report), report, format));
}

/** A file of a report as a query, which is let go with whoever shows it. */
export const fileQuery = (id: string, format: Format) => ({
  queryKey: ["report-file", id, format] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.downloadReport(id, { format, signal })).blob(),
  staleTime: Infinity,
  gcTime: 0,
});
