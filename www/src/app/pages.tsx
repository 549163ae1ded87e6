// The pages with their paths, titles and modules. A page is loaded when it opens, or on hover or focus of its
// navigation link.
import { t } from "@lingui/core/macro";
import {
  Bell,
  ChartLine,
  ChartPie,
  FileText,
  House,
  MessageSquareText,
  Settings,
  TrendingUp,
  Users,
  Webhook,
} from "lucide-react";
import type { ReactNode } from "react";
import { type Loadable, loadable, type ModulePromise } from "./loadable.tsx";

export interface Page extends Loadable {
  /** Path of the page; its other addresses are below it. scripts/site/dashboard.mjs writes a file for each. */
  path: string;
  title: string;
  icon: ReactNode;
  /** Endpoint group that the plan must include. */
  plan?: string;
  /** True if the page shows the brand and period pickers. */
  hasView: boolean;
}

const page = (
  path: string,
  title: string,
  icon: ReactNode,
  fetch: () => ModulePromise,
  more: Partial<Page> = {},
): Page => Object.assign(loadable(fetch), { path, title, icon, hasView: true, ...more });

const size = { size: 18, "aria-hidden": true } as const;

/** Loads the settings together with the section that the address names. */
async function settings() {
  const { default: component, partAt } = await import("../pages/settings/Settings.tsx");
  await partAt(location.pathname).load();
  return { default: component };
}

export const PAGES: Page[] = [
  page("/", t`Overview`, <House {...size} />, () => import("../pages/overview/Overview.tsx")),
  page("/mentions", t`Mentions`, <MessageSquareText {...size} />, () => import("../pages/mentions/Mentions.tsx")),
  page("/sentiment", t`Sentiment`, <ChartLine {...size} />, () => import("../pages/sentiment/Sentiment.tsx")),
  page("/influencers", t`Influencers`, <Users {...size} />, () => import("../pages/influencers/Influencers.tsx"), {
    plan: "influencers",
  }),
  page("/trends", t`Trends`, <TrendingUp {...size} />, () => import("../pages/trends/Trends.tsx"), { plan: "trends" }),
  page("/share", t`Share of voice`, <ChartPie {...size} />, () => import("../pages/share/Share.tsx")),
  page("/reports", t`Reports`, <FileText {...size} />, () => import("../pages/reports/Reports.tsx"), {
    plan: "reports",
    hasView: false,
  }),
  page("/alerts", t`Alerts`, <Bell {...size} />, () => import("../pages/alerts/Alerts.tsx"), {
    plan: "webhooks",
    hasView: false,
  }),
  page("/webhooks", t`Webhooks`, <Webhook {...size} />, () => import("../pages/webhooks/Webhooks.tsx"), {
    plan: "webhooks",
    hasView: false,
  }),
  page("/settings", t`Settings`, <Settings {...size} />, settings, { hasView: false }),
];

/** Returns true if the address is the page's path or below it. */
export const isAt = (address: string, { path }: Page): boolean =>
  address === path || (path !== "/" && address.startsWith(`${path}/`));
