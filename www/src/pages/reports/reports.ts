// Queries and mutations for reports and schedules.
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { Report, ReportRequest } from "overheard";
import { apiQueries, client, queryClient } from "../../data/client.ts";
import { dashboardPages, requestDashboard } from "../../data/dashboard-api.ts";

export interface Schedule {
  id: string;
  every: "weekly" | "monthly";
  day: number;
  hour: number;
  report: { type: string; title: string; brands?: string[]; formats?: string[] };
  next_at: string;
  last_report: string | null;
  created_at: string;
}

interface ReportPage {
  reports: Report[];
  next: string | null;
}

interface SchedulePage {
  schedules: Schedule[];
  next: string | null;
}

const REPORTS = dashboardPages<ReportPage>("/reports");
const SCHEDULES = dashboardPages<SchedulePage>("/schedules");

/** Polling interval of unfinished reports. */
const POLL_MS = 2_000;

export const isUnfinished = ({ status }: Pick<Report, "status">): boolean =>
  status === "queued" || status === "processing";

/** Loads all reports, the latest first. Polls while a report is unfinished. */
export const useReports = () =>
  useInfiniteQuery({
    ...REPORTS,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ reports }) => reports.some(isUnfinished)) ? POLL_MS : false,
  });

export const useReport = (id: string) =>
  useQuery({
    ...apiQueries.report(id),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? POLL_MS : false),
  });

export const useSchedules = () => useInfiniteQuery(SCHEDULES);

const reload = (key: readonly unknown[]) => queryClient.invalidateQueries({ queryKey: key });

export const useMakeReport = () =>
  useMutation({
    mutationFn: (report: ReportRequest) => client.createReport(report),
    onSuccess: () => reload(REPORTS.queryKey),
  });

/** Returns the request that creates the same report again, from the current data. */
export const repeatRequest = (report: Report): ReportRequest => {
  const { type, title, from, to, brands, filters, sections, formats, all_rows, indexed_after } = report;
  return { type, title, from, to, brands, filters, sections, formats, all_rows, indexed_after } as ReportRequest;
};

export const useMakeSchedule = () =>
  useMutation({
    mutationFn: (schedule: Record<string, unknown>) =>
      requestDashboard<Schedule>("POST", "/schedules", { body: schedule }),
    onSuccess: () => reload(SCHEDULES.queryKey),
  });

export const useCancelSchedule = () =>
  useMutation({
    mutationFn: (id: string) => requestDashboard("DELETE", `/schedules/${id}`),
    onSuccess: () => reload(SCHEDULES.queryKey),
  });
