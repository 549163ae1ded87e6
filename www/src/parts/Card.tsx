// Card: a section of a page with a heading.
import { type ReactNode, useId } from "react";

interface CardProps {
  title: ReactNode;
  /** Short note below the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** Icon buttons, which stay beside the heading on narrow screens. */
  tools?: ReactNode;
  /** Width in columns of the twelve-column grid. */
  span?: 3 | 4 | 6 | 8 | 12;
  children: ReactNode;
}

export function Card({ title, note, actions, tools, span = 12, children }: CardProps) {
  const id = useId();
  return (
    <section className={`card span-${span}`} aria-labelledby={id}>
      <header className={tools ? "card-head with-tools" : "card-head"}>
        <div className="card-title">
          <h2 id={id}>{title}</h2>
          {note && <p className="small soft card-note">{note}</p>}
        </div>
        {actions && <div className="row tight card-actions">{actions}</div>}
        {tools && <div className="row tight">{tools}</div>}
      </header>
      {children}
    </section>
  );
}

/** Heading of a page with its actions. */
export function PageHead({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {children && <p className="soft">{children}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  );
}
