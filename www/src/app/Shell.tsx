// Frame of every page: navigation, brand and period pickers, and the account menu.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, Languages, LogOut, Menu as MenuSign, SquareTerminal, SunMoon, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { sessionQuery, useSignOut } from "../data/session.ts";
import { LANGUAGES, type LanguageCode, setLanguage } from "../language/languages.ts";
import { Button, IconButton } from "../parts/Button.tsx";
import { MenuOf } from "../parts/Overlays.tsx";
import { usePageAddress } from "../view/view.ts";
import { AlertBell } from "./AlertBell.tsx";
import { isAt, PAGES, type Page } from "./pages.tsx";
import { setTheme, type Theme, THEMES } from "./theme.ts";
import { ViewBar, ViewBarSkeleton } from "./ViewBar.tsx";

export function Shell({
  page,
  isStarting = false,
  children,
}: {
  page?: Page;
  isStarting?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    setOpen(false);
    // Moves the focus to the content after navigation, so that keyboard users continue there.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path]);
  return (
    <div className="shell">
      <a className="skip" href="#content" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        <Trans>Skip to content</Trans>
      </a>
      <header className="top">
        <IconButton
          label={isOpen ? t`Close navigation` : t`Open navigation`}
          className="only-narrow"
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? <X size={20} /> : <MenuSign size={20} />}
        </IconButton>
        <Link href="/" className="brand">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span>Overheard</span>
        </Link>
        <div className="top-view">{page?.hasView && (isStarting ? <ViewBarSkeleton /> : <ViewBar />)}</div>
        <Bell />
        <Account />
      </header>
      <Navigation isOpen={isOpen} />
      <main id="content" ref={main} tabIndex={-1} className="content">
        {children}
      </main>
    </div>
  );
}

function Navigation({ isOpen }: { isOpen: boolean }) {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  const visiblePages = PAGES.filter(({ plan }) => !plan || !data || data.endpoints.includes(plan));
  return (
    <nav className={isOpen ? "side open" : "side"} aria-label={t`Pages`}>
      <ul>
        {visiblePages.map((page) => (
          <Entry key={page.path} page={page} />
        ))}
      </ul>
      <ul className="side-end">
        <li>
          <a className="side-link" href="/explore/">
            <SquareTerminal size={18} aria-hidden="true" />
            <Trans>Explore</Trans>
          </a>
        </li>
        <li>
          <a className="side-link" href="/docs/guides/dashboard/">
            <BookOpen size={18} aria-hidden="true" />
            <Trans>Guide</Trans>
          </a>
        </li>
      </ul>
    </nav>
  );
}

function Entry({ page }: { page: Page }) {
  const { path, title, icon, load } = page;
  const [current] = useLocation();
  const address = usePageAddress(path);
  const isCurrent = isAt(current, page);
  return (
    <li>
      <Link
        href={address}
        className={isCurrent ? "side-link current" : "side-link"}
        aria-current={isCurrent ? "page" : undefined}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        {icon}
        {title}
      </Link>
    </li>
  );
}

/** Members whose plan includes alerts see how many messages are new. */
function Bell() {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  return data?.endpoints.includes("webhooks") ? <AlertBell account={data.account} /> : null;
}

function Account() {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  const signOut = useSignOut();
  const themes = Object.entries(THEMES).map(([id, text]) => ({
    id,
    text,
    icon: <SunMoon size={15} aria-hidden="true" />,
    onAction: () => setTheme(id as Theme),
  }));
  const languages = Object.entries(LANGUAGES).map(([id, { name }]) => ({
    id,
    text: name,
    icon: <Languages size={15} aria-hidden="true" />,
    onAction: () => setLanguage(id as LanguageCode),
  }));
  const choices = [
    ...themes,
    ...languages,
    ...(data
      ? [
          {
            id: "out",
            text: t`Sign out`,
            icon: <LogOut size={15} aria-hidden="true" />,
            onAction: () => signOut.mutate(),
          },
        ]
      : []),
  ];
  const name = data?.account.name ?? t`Account`;
  return (
    <MenuOf
      label={t`Account`}
      choices={choices}
      button={
        <Button variant="plain" className="account" aria-label={t`Account ${name}`}>
          <span className="avatar" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          <span className="account-name">{name}</span>
        </Button>
      }
    />
  );
}
