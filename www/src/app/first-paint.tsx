// Renders the first paint of each address to HTML. scripts/site/dashboard.mjs runs it at build time.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { StartScreen } from "./App.tsx";
import { isAt, PAGES } from "./pages.tsx";

export const firstPaint = (path: string): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath={path} ssrSearch="">
        <StartScreen />
      </Router>
    </QueryClientProvider>,
  );

/** Returns the title of the page at an address. */
export const titleOf = (path: string): string | undefined => PAGES.find((page) => isAt(path, page))?.title;
