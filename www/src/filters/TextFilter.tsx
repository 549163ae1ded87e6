// Full-text filter of mentions: checks the query while it is typed, and explains its operators.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleHelp, Search } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { check } from "overheard";
import { explain } from "overheard/forms";
import { core } from "../data/client.ts";
import { LABELS } from "../data/failures.ts";
import { IconButton } from "../parts/Button.tsx";
import { PopoverOf } from "../parts/Overlays.tsx";
import { useView } from "../view/view.ts";

/** Queries, and the mentions that they find. */
const EXAMPLES = [
  ["retinol serum", t`both words`],
  ["seru*", t`words that begin like this`],
  ['"night cream"', t`the words in this order`],
  ['"cream night"~5', t`both words, at most 5 others between them`],
  ["serum OR cream", t`at least one of them`],
  ["serum -vegan", t`the first word without the second`],
  ['(serum OR "night cream") retinol', t`parentheses group`],
];

let isLoaded = false;
void core.then(() => (isLoaded = true));

/** Returns what is wrong with a query: the message of the edge, without sending anything. */
function faultOf(q: string): string | undefined {
  const problem = q === "" || !isLoaded ? null : check("mentions", { q });
  const messages = problem ? explain(problem, LABELS).map(({ message }) => message) : [];
  return problem ? messages.join(" ") || problem.message : undefined;
}

export function TextFilter() {
  const { filters, setFilters } = useView();
  const [text, setText] = useState(filters.q ?? "");
  const [known, setKnown] = useState(filters.q);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const faultId = useId();
  // Follows changes of the address that do not come from this field, such as the back button.
  if (known !== filters.q) {
    setKnown(filters.q);
    setText(filters.q ?? "");
  }
  const q = text.trim();
  const fault = q === (filters.q ?? "") ? undefined : faultOf(q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fault) setFilters({ q: q || undefined });
  };
  return (
    <div className="text-filter">
      <form className="search words" role="search" onSubmit={submit}>
        <Search size={14} aria-hidden="true" />
        <input
          type="search"
          aria-label={t`Words in mentions`}
          placeholder={t`Words in mentions`}
          maxLength={1000}
          value={text}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && faultId}
          onChange={(event) => setText(event.target.value)}
          onBlur={submit}
        />
        <PopoverOf
          label={t`Search operators`}
          isOpen={isHelpOpen}
          onOpenChange={setHelpOpen}
          placement="bottom start"
          button={
            <IconButton label={t`Search operators`}>
              <CircleHelp size={14} />
            </IconButton>
          }
        >
          <table className="query-help">
            <tbody>
              {EXAMPLES.map(([query, meaning]) => (
                <tr key={query}>
                  <td>
                    <code>{query}</code>
                  </td>
                  <td>{meaning}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="small">
            <Trans>Write operators in capitals. Only whole words match; case and accents are ignored.</Trans>
          </p>
        </PopoverOf>
      </form>
      {fault && (
        <p id={faultId} className="text-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
