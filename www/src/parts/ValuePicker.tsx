// A filter whose values are chosen from suggestions: a button that says what is chosen, and a list to search in behind
// it. What is chosen can be excluded instead, and a value that is not suggested can be typed.
import { Check, ChevronDown, Search } from "lucide-react";
import { useMemo, useState } from "react";
import { Autocomplete, Button as AriaButton, Dialog, DialogTrigger, Input, ListBox, ListBoxItem, Popover, SearchField, type Selection, ToggleButton, ToggleButtonGroup, useFilter } from "react-aria-components";
import { Button } from "./Button.tsx";
import { Skeleton } from "./States.tsx";

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
const plain = (value: string) => value.replace(/^-/, "");

export function ValuePicker({ label, all, options, chosen, onChange, canExclude = false, isOpenEnded = false, onOpen, limit = LIMIT }: ValuePickerProps) {
  const [isExcluding, setExcluding] = useState(chosen.length > 0 && chosen.every((value) => value.startsWith("-")));
  const [text, setText] = useState("");
  const { contains } = useFilter({ sensitivity: "base" });
  const shown = useMemo(() => {
    const known = new Set(options?.map(({ value }) => value));
    const others = chosen.map(plain).filter((value) => !known.has(value)).map((value): Option => ({ value, label: value }));
    const typed = text.trim();
    const fresh = isOpenEnded && typed !== "" && !known.has(typed) && !others.some(({ value }) => value === typed) && !/^-|,/.test(typed) ? [{ value: typed, label: typed, isTyped: true }] : [];
    return [...others, ...(options ?? []), ...fresh] as (Option & { isTyped?: boolean })[];
  }, [options, chosen, text, isOpenEnded]);
  const labelOf = (value: string) => options?.find((option) => option.value === plain(value))?.label ?? plain(value);
  const choose = (keys: Selection) => {
    const values = keys === "all" ? shown.map(({ value }) => value) : [...keys].map(String);
    onChange(values.slice(0, limit).map((value) => (isExcluding ? `-${value}` : value)));
  };
  const exclude = (excluding: boolean) => {
    setExcluding(excluding);
    if (chosen.length > 0) onChange(chosen.map((value) => (excluding ? `-${plain(value)}` : plain(value))));
  };
  const names = chosen.map(labelOf);
  const said = names.length === 0 ? (all ?? label) : `${isExcluding ? "not " : ""}${names.length <= 2 ? names.join(", ") : `${names[0]} and ${names.length - 1} more`}`;
  return (
    <DialogTrigger onOpenChange={(open) => open && onOpen?.()}>
      <AriaButton className={chosen.length > 0 ? "button edge picker chosen" : "button edge picker"} aria-label={`${label}: ${names.length === 0 ? "any" : said}`}>
        {names.length > 0 && !all && <span className="soft">{label}:</span>}
        <span className="picker-text">{said}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </AriaButton>
      <Popover className="popover" placement="bottom start">
        <Dialog className="popover-inside picker-inside" aria-label={label}>
          {canExclude && (
            <ToggleButtonGroup className="segments" aria-label="Whether the values are wanted" selectionMode="single" disallowEmptySelection selectedKeys={[isExcluding ? "not" : "is"]} onSelectionChange={(keys) => exclude(keys.has("not"))}>
              <ToggleButton id="is" className="segment">Only these</ToggleButton>
              <ToggleButton id="not" className="segment">All but these</ToggleButton>
            </ToggleButtonGroup>
          )}
          <Autocomplete filter={contains} inputValue={text} onInputChange={setText}>
            <SearchField aria-label={`Find: ${label}`} autoFocus className="search">
              <Search size={14} aria-hidden="true" />
              <Input placeholder={isOpenEnded ? "Find or type" : "Find"} />
            </SearchField>
            {options === undefined ? <Skeleton lines={5} /> : (
              <div className="options" tabIndex={0} role="group" aria-label={`${label}: suggestions`}>
                <ListBox aria-label={label} className="option-list" items={shown} selectionMode="multiple" selectedKeys={chosen.map(plain)} onSelectionChange={choose} escapeKeyBehavior="none" renderEmptyState={() => <p className="soft small none">Nothing found.</p>}>
                  {({ value, label: name, n, isTyped }) => (
                    <ListBoxItem id={value} textValue={name} className="option">
                      {({ isSelected }) => (
                        <>
                          <span className="option-check" aria-hidden="true">{isSelected && <Check size={14} />}</span>
                          <span className="option-text">{isTyped ? `“${name}” as typed` : name}</span>
                          {n !== undefined && <span className="soft number small">{n.toLocaleString("en")}</span>}
                        </>
                      )}
                    </ListBoxItem>
                  )}
                </ListBox>
              </div>
            )}
          </Autocomplete>
          {chosen.length > 0 && <Button look="plain" onPress={() => onChange([])}>{all ?? "Any"}</Button>}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
