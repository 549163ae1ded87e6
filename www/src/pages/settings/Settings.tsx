// The settings: each part has an address of its own, and is loaded when it is opened.
import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { PageHead } from "../../parts/Card.tsx";
import { Skeleton } from "../../parts/States.tsx";
import { usePageAddress } from "../../view/view.ts";
import "./settings.css";

const PARTS: { path: string; title: string; Component: ComponentType }[] = [
  { path: "/settings/access", title: "API access", Component: lazy(() => import("./access/Access.tsx")) },
  { path: "/settings/usage", title: "Usage", Component: lazy(() => import("./usage/Usage.tsx")) },
  { path: "/settings/brands", title: "Brands and plan", Component: lazy(() => import("./brands/Brands.tsx")) },
  { path: "/settings/members", title: "Members and sessions", Component: lazy(() => import("./members/Members.tsx")) },
  { path: "/settings/developers", title: "Developers", Component: lazy(() => import("./developers/Developers.tsx")) },
];

export default function Settings() {
  const [path] = useLocation();
  const part = PARTS.find((one) => one.path === path);
  if (!part) return <Redirect to={PARTS[0]!.path} replace />;
  return (
    <>
      <PageHead title="Settings" />
      <nav aria-label="Settings" className="parts"><ul>{PARTS.map((one) => <Part key={one.path} path={one.path} title={one.title} isCurrent={one === part} />)}</ul></nav>
      <Suspense fallback={<Skeleton height={360} />}><part.Component /></Suspense>
    </>
  );
}

function Part({ path, title, isCurrent }: { path: string; title: string; isCurrent: boolean }) {
  const address = usePageAddress(path);
  const entry = useRef<HTMLLIElement>(null);
  // Where there is not room for all of them, the current one is in sight.
  useEffect(() => {
    if (isCurrent) entry.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [isCurrent]);
  return <li ref={entry}><Link href={address} className={isCurrent ? "part current" : "part"} aria-current={isCurrent ? "page" : undefined}>{title}</Link></li>;
}
