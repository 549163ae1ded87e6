// Settings page. Each section has its own address and is loaded when it opens; /settings shows the first one.
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { type ModulePromise, loadable, LazyComponent } from "../../app/loadable.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { Skeleton } from "../../parts/States.tsx";
import { usePageAddress } from "../../view/view.ts";
import "./settings.css";

const part = (path: string, title: string, fetch: () => ModulePromise) =>
  Object.assign(loadable(fetch), { path, title });

const PARTS = [
  part("/settings/access", t`API access`, () => import("./access/Access.tsx")),
  part("/settings/usage", t`Usage`, () => import("./usage/Usage.tsx")),
  part("/settings/brands", t`Brands and plan`, () => import("./brands/Brands.tsx")),
  part("/settings/members", t`Members and sessions`, () => import("./members/Members.tsx")),
  part("/settings/developers", t`Developers`, () => import("./developers/Developers.tsx")),
];

/** Returns the section of an address. */
export const partAt = (path: string) => PARTS.find((one) => one.path === path) ?? PARTS[0]!;

export default function Settings() {
  const [path] = useLocation();
  const section = partAt(path);
  return (
    <>
      <PageHead title={t`Settings`} />
      <nav aria-label={t`Settings`} className="parts">
        <ul>
          {PARTS.map((one) => (
            <Part key={one.path} path={one.path} title={one.title} isCurrent={one === section} />
          ))}
        </ul>
      </nav>
      <LazyComponent key={section.path} of={section} skeleton={<Skeleton height={360} />} />
    </>
  );
}

function Part({ path, title, isCurrent }: { path: string; title: string; isCurrent: boolean }) {
  const address = usePageAddress(path);
  const entry = useRef<HTMLLIElement>(null);
  // On narrow screens, scrolls the current section into view.
  useEffect(() => {
    if (isCurrent) entry.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [isCurrent]);
  return (
    <li ref={entry}>
      <Link
        href={address}
        className={isCurrent ? "part current" : "part"}
        aria-current={isCurrent ? "page" : undefined}
      >
        {title}
      </Link>
    </li>
  );
}
