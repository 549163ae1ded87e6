// Small marks that stand beside numbers and names.
import { TriangleAlert } from "lucide-react";
import { Button, Tooltip, TooltipTrigger } from "react-aria-components";
import * as words from "../view/words.ts";

/** Fewer mentions than these are of low confidence, as the interfaces have it. */
export const FEW = 20;

/** Fewer than 20 mentions are behind a number: look at them before it is quoted. `why` is said where it is something else. */
export function LowConfidence({ n, why: other }: { n?: number | undefined; why?: string }) {
  const why = other ?? `${n === undefined ? `Fewer than ${FEW} mentions are` : `Only ${words.plural(n, "mention is", "mentions are")}`} behind this. Read them before you quote the number.`;
  return (
    <TooltipTrigger delay={200}>
      <Button className="mark low" aria-label={`Low confidence. ${why}`}>
        <TriangleAlert size={13} aria-hidden="true" />
        few
      </Button>
      <Tooltip className="tooltip">{why}</Tooltip>
    </TooltipTrigger>
  );
}

/** How many mentions an average is of. */
export const N = ({ of }: { of: number }) => <span className="small soft number">n&nbsp;=&nbsp;{words.count(of)}</span>;

/** The tone of a mention: by its word and its sign, not by its colour alone. */
export function ToneMark({ label, score }: { label: string; score?: number | null }) {
  return (
    <span className={`tone ${label}`}>
      <span className="tone-dot" aria-hidden="true" />
      {words.toneLabel(label)}
      {score !== undefined && score !== null && <span className="number soft"> {words.tone(score)}</span>}
    </span>
  );
}
