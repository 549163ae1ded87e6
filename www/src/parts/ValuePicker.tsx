// A filter whose values are chosen from suggestions: a button that says what is chosen, and a list to search in behind
// it. What is chosen can be excluded instead, and a value that is not suggested can be typed.
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { loadOpened, PopoverOf } from "./Overlays.tsx";

const ValueList = lazy(async () => ({ default: (await loadOpened()).ValueList }));

export interface Option {
  value: string;
  label: string;
  /** How many mentions have it. */
  n?: number;
}

interface ValuePickerProps {
  label: string;
  /** What it says where nothing is chosen. */
  all?: string;
  /** Undefined as long as they are fetched. */
  options: Option[] | undefined;
  /** As in an address: a minus before what is excluded. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** Whether values may be excluded. */
  canExclude?: boolean;
  /** Whether a value may be typed that is not suggested. */
  isOpenEnded?: boolean;
  onOpen?: () => void;
  /** How many may be chosen. */
  limit?: number;
}

/** As many values as a filter takes. */
const LIMIT = 20;
export const plain = (value: string) => value.replace(/^-/, "");

export function ValuePicker({
  label,
  all,
  options,
  chosen,
  onChange,
  canExclude = false,
  isOpenEnded = false,
  onOpen,
  limit = LIMIT,
}: ValuePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [isExcluding, setExcluding] = useState(chosen.length > 0 && chosen.every((value) => value.startsWith("-")));
  const labelOf = (value: string) => options?.find((option) => option.value === plain(value))?.label ?? plain(value);
  const exclude = (excluding: boolean) => {
    setExcluding(excluding);
    if (chosen.length > 0) onChange(chosen.map((value) => (excluding ? `-${plain(value)}` : plain(value))));
  };
  const names = chosen.map(labelOf);
  const said =
    names.length === 0
      ? (all ?? label)
      : `${isExcluding ? "not " : ""}${names.length <= 2 ? names.join(", ") : `${names[0]} and ${names.length - 1} more`}`;
  const button = (
    <AriaButton
      className={chosen.length > 0 ? "button edge picker chosen" : "button edge picker"}
      aria-label={`${label}: ${names.length === 0 ? "any" : said}`}
    >
      {names.length > 0 && !all && <span className="soft">{label}:</span>}
      <span className="picker-text">{said}</span>
      <ChevronDown size={14} aria-hidden="true" />
    </AriaButton>
  );
  const change = (open: boolean) => {
    if (open) onOpen?.();
    setOpen(open);
  };
  return (
    <PopoverOf
      button={button}
      label={label}
      isOpen={isOpen}
      onOpenChange={change}
      placement="bottom start"
      className="picker-inside"
    >
      <Suspense>
        <ValueList
          label={label}
          any={all ?? "Any"}
          options={options}
          chosen={chosen.map(plain)}
          onChange={(values) => onChange(values.slice(0, limit).map((value) => (isExcluding ? `-${value}` : value)))}
          isExcluding={isExcluding}
          onExclude={canExclude ? exclude : undefined}
          isOpenEnded={isOpenEnded}
        />
      </Suspense>
    </PopoverOf>
  );
}
