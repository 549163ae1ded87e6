// Searchable list of the values of a filter.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { count } from "../../view/words.ts";
import { Check, Search } from "lucide-react";
import { useMemo, useState } from "react";
import {
  Autocomplete,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
  type Selection,
  ToggleButton,
  ToggleButtonGroup,
  useFilter,
} from "react-aria-components";
import { Button } from "../Button.tsx";
import { Skeleton } from "../States.tsx";
import type { Option } from "../ValuePicker.tsx";

type ShownOption = Option & { isTyped?: boolean };

interface ValueListProps {
  label: string;
  /** Label of the button that clears the selection. */
  any: string;
  options: Option[] | undefined;
  chosen: string[];
  onChange: (chosen: string[]) => void;
  isExcluding: boolean;
  /** Undefined if values cannot be excluded. */
  onExclude: ((isExcluding: boolean) => void) | undefined;
  isOpenEnded: boolean;
}

export function ValueList({
  label,
  any,
  options,
  chosen,
  onChange,
  isExcluding,
  onExclude,
  isOpenEnded,
}: ValueListProps) {
  const [text, setText] = useState("");
  const { contains } = useFilter({ sensitivity: "base" });
  const shown = useMemo(() => {
    const optionValues = new Set(options?.map(({ value }) => value));
    const others = chosen.filter((value) => !optionValues.has(value)).map((value): Option => ({ value, label: value }));
    const typed = text.trim();
    const fresh =
      isOpenEnded &&
      typed !== "" &&
      !optionValues.has(typed) &&
      !others.some(({ value }) => value === typed) &&
      !/^-|,/.test(typed)
        ? [{ value: typed, label: typed, isTyped: true }]
        : [];
    return Map.groupBy<string | undefined, ShownOption>(
      [...others, ...(options ?? []), ...fresh],
      ({ group }) => group,
    );
  }, [options, chosen, text, isOpenEnded]);
  const choose = (keys: Selection) =>
    onChange(keys === "all" ? [...shown.values()].flat().map(({ value }) => value) : [...keys].map(String));
  return (
    <>
      {onExclude && (
        <ToggleButtonGroup
          className="segments"
          aria-label={t`Include or exclude`}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[isExcluding ? "not" : "is"]}
          onSelectionChange={(keys) => onExclude(keys.has("not"))}
        >
          <ToggleButton id="is" className="segment">
            <Trans>Only these</Trans>
          </ToggleButton>
          <ToggleButton id="not" className="segment">
            <Trans>All but these</Trans>
          </ToggleButton>
        </ToggleButtonGroup>
      )}
      <Autocomplete filter={contains} inputValue={text} onInputChange={setText}>
        <SearchField aria-label={t`Find: ${label}`} autoFocus className="search">
          <Search size={14} aria-hidden="true" />
          <Input placeholder={isOpenEnded ? t`Find or type` : t`Find`} />
        </SearchField>
        {options === undefined ? (
          <Skeleton lines={5} />
        ) : (
          <div className="options" tabIndex={0} role="group" aria-label={t`${label}: suggestions`}>
            <ListBox
              aria-label={label}
              className="option-list"
              selectionMode="multiple"
              selectedKeys={chosen}
              onSelectionChange={choose}
              escapeKeyBehavior="none"
              renderEmptyState={() => <p className="soft small none">{t`Nothing found.`}</p>}
            >
              {[...shown].map(([group, shownOptions]) =>
                group === undefined ? (
                  shownOptions.map(optionItem)
                ) : (
                  <ListBoxSection key={group}>
                    <Header className="small soft none">{group}</Header>
                    {shownOptions.map(optionItem)}
                  </ListBoxSection>
                ),
              )}
            </ListBox>
          </div>
        )}
      </Autocomplete>
      {chosen.length > 0 && (
        <Button variant="plain" onPress={() => onChange([])}>
          {any}
        </Button>
      )}
    </>
  );
}

const optionItem = ({ value, label, n, isTyped }: ShownOption) => (
  <ListBoxItem key={value} id={value} textValue={label} className="option">
    {({ isSelected }) => (
      <>
        <span className="option-check" aria-hidden="true">
          {isSelected && <Check size={14} />}
        </span>
        <span className="option-text">{isTyped ? t`“${label}” as typed` : label}</span>
        {n !== undefined && <span className="soft number small">{count(n)}</span>}
      </>
    )}
  </ListBoxItem>
);
