// What is painted first, as the text that the files of the dashboard begin with. scripts/site/dashboard.mjs runs it
// while it builds.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { Starting } from "./App.tsx";
import { isAt, PAGES } from "./pages.tsx";

export const firstPaint = (path: string): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath={path} ssrSearch="">
        <Starting />
      </Router>
    </QueryClientProvider>,
  );

/** What the page of an address is called. */
export const titleOf = (path: string): string | undefined => PAGES.find((page) => isAt(path, page))?.title;
