// Root of the dashboard. Shows the sign-in page, the invitation page, or the page of the current address.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Component, type ReactNode, useEffect, useLayoutEffect } from "react";
import { UNSAFE_PortalProvider as PortalProvider } from "react-aria/PortalProvider";
import { I18nProvider, RouterProvider } from "react-aria-components";
import { Route, Switch, useLocation } from "wouter";
import { isSignedInByProvider, isSignedOut, queryClient } from "../data/client.ts";
import { accountQuery, sessionQuery } from "../data/session.ts";
import { currentLanguage, LANGUAGES } from "../language/languages.ts";
import { LinkButton } from "../parts/Button.tsx";
import { PageHead } from "../parts/Card.tsx";
import { Failed } from "../parts/States.tsx";
import { Join } from "./Join.tsx";
import { LazyComponent } from "./loadable.tsx";
import { isAt, PAGES } from "./pages.tsx";
import { Shell } from "./Shell.tsx";
import { SignInPage } from "./SignInPage.tsx";

export function App() {
  const [, go] = useLocation();
  // The texts of the HTML file are English; the first render replaces them.
  useLayoutEffect(showTexts, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider navigate={go}>
        <I18nProvider locale={LANGUAGES[currentLanguage()].controls}>
          <PortalProvider getContainer={() => document.getElementById("above")}>
            <Switch>
              <Route path="/join">
                <Join />
              </Route>
              <Route>
                <ErrorBoundary>
                  <MemberArea />
                </ErrorBoundary>
              </Route>
            </Switch>
          </PortalProvider>
        </I18nProvider>
      </RouterProvider>
    </QueryClientProvider>
  );
}

/** Ends the wait for the texts of another language, and translates what is outside the root. */
function showTexts() {
  document.getElementById("above")?.setAttribute("aria-label", t`Opened above the page`);
  delete document.documentElement.dataset.untranslated;
}

/** Shows the pages to a signed-in member, and the sign-in page to everybody else. */
function MemberArea() {
  const session = useQuery(sessionQuery);
  if (isSignedOut(session.error)) return <SignInPage hasProvider={isSignedInByProvider(session.error)} />;
  if (session.data === undefined)
    return session.isError ? <Failed error={session.error} retry={() => void session.refetch()} /> : <StartScreen />;
  return <Pages />;
}

/** Waits for the dataset's date range, because every period depends on it. */
function Pages() {
  const account = useQuery(accountQuery());
  if (account.isPending) return <StartScreen />;
  return <CurrentPage />;
}

/**
 * Frame and skeleton of a page while the session loads. The static HTML files contain it, so the browser paints it
 * before any script runs.
 */
export function StartScreen() {
  const [path] = useLocation();
  const page = PAGES.find((one) => isAt(path, one));
  return (
    <Shell page={page} isStarting>
      <PageSkeleton title={page?.path === "/" ? undefined : page?.title} />
    </Shell>
  );
}

/** Renders the page of the current address in the frame that all pages share. */
function CurrentPage() {
  const [path] = useLocation();
  const page = PAGES.find((one) => isAt(path, one));
  useEffect(() => {
    document.title = page ? `${page.title} · Overheard` : "Overheard";
  }, [page]);
  if (!page)
    return (
      <Shell>
        <PageNotFound />
      </Shell>
    );
  return (
    <Shell page={page}>
      <ErrorBoundary key={page.path}>
        <LazyComponent of={page} skeleton={<PageSkeleton title={page.path === "/" ? undefined : page.title} />} />
      </ErrorBoundary>
    </Shell>
  );
}

/**
 * Skeleton of a page. Without a title the heading is a skeleton too: the overview's title is the account's name, which
 * loads last. Sizes come from style sheets, because the content security policy forbids inline styles in the HTML
 * files.
 */
function PageSkeleton({ title }: { title: string | undefined }) {
  return (
    <div className="page-skeleton" aria-busy="true">
      {title === undefined ? (
        <span className="skeleton head" />
      ) : (
        <PageHead title={title}>
          <span className="skeleton words-place" />
        </PageHead>
      )}
      <span className="skeleton stats-place" />
      <span className="skeleton chart-place" />
    </div>
  );
}

const PageNotFound = () => (
  <>
    <PageHead title={t`Page not found`}>
      <Trans>The address may be mistyped, or the page has moved.</Trans>
    </PageHead>
    <p>
      <LinkButton to="/">
        <Trans>Go to the overview</Trans>
      </LinkButton>
    </p>
  </>
);

/** Error boundary: replaces only its own children with the error message, so that the rest of the page stays usable. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Failed error={this.state.error} retry={() => this.setState({ error: undefined })} />
    );
  }
}
