// Filter bar of a page. Offers suggestions and stores all filters in the address.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ListFilterPlus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LABELS } from "../data/failures.ts";
import { Button, IconButton } from "../parts/Button.tsx";
import { MenuOf } from "../parts/Overlays.tsx";
import { ValuePicker } from "../parts/ValuePicker.tsx";
import type { ListFilter } from "../view/filters.ts";
import { useAddress, useView } from "../view/view.ts";
import * as words from "../view/words.ts";
import { useSuggestions } from "./suggestions.ts";
import { TextFilter } from "./TextFilter.tsx";

/** Filters that are always visible, and filters that members add. */
const USUAL: ListFilter[] = ["sentiment", "platform", "topic"];
const FURTHER: ListFilter[] = ["language", "region", "component", "category", "channel", "influencer"];
const OPEN_ENDED: ListFilter[] = ["topic", "component", "channel", "language", "region", "category"];
const VIEWS = [1_000, 10_000, 100_000, 1_000_000];

function atLeast(views: number): string {
  const number = words.compact(views);
  return t`At least ${number} views`;
}

interface FilterBarProps {
  without?: ListFilter[];
  /** Address parameters that the page itself filters by; `children` are their controls. */
  ofPage?: readonly string[];
  children?: ReactNode;
}

export function FilterBar({ without = [], ofPage = [], children }: FilterBarProps) {
  const { params } = useAddress();
  const { filters, setFilters, clearFilters } = useView();
  const [added, setAdded] = useState<ListFilter[]>([]);
  const isShown = (name: ListFilter) => (filters[name]?.length ?? 0) > 0 || added.includes(name);
  const offered = (names: ListFilter[]) => names.filter((name) => !without.includes(name));
  const further = offered(FURTHER);
  const more = further.filter((name) => !isShown(name));
  const isFiltered = Object.keys(filters).some((name) => name !== "brand") || ofPage.some((name) => params.has(name));
  const addable = [
    ...more.map((name) => ({ id: name, text: LABELS[name] ?? name, onAction: () => setAdded([...added, name]) })),
    ...(filters.min_views
      ? []
      : VIEWS.map((views) => ({
          id: `views-${views}`,
          text: atLeast(views),
          onAction: () => setFilters({ min_views: views }),
        }))),
  ];
  return (
    <div className="filter-bar" role="group" aria-label={t`Filters`}>
      <TextFilter />
      {[...offered(USUAL), ...further.filter(isShown)].map((name) => (
        <ListFilterPicker key={name} name={name} />
      ))}
      {filters.min_views && (
        <span className="button edge chosen static">
          {atLeast(filters.min_views)}
          <IconButton label={t`Remove: views`} onPress={() => setFilters({ min_views: undefined })}>
            <X size={14} />
          </IconButton>
        </span>
      )}
      {children}
      {addable.length > 0 && (
        <MenuOf
          label={t`More filters`}
          choices={addable}
          button={
            <Button variant="plain" icon={<ListFilterPlus size={15} aria-hidden="true" />}>
              <Trans>More filters</Trans>
            </Button>
          }
        />
      )}
      {isFiltered && (
        <Button variant="plain" onPress={() => (setAdded([]), clearFilters(ofPage))}>
          <Trans>Clear</Trans>
        </Button>
      )}
    </div>
  );
}

function ListFilterPicker({ name }: { name: ListFilter }) {
  const { filters, setFilters } = useView();
  const [isWanted, setWanted] = useState(false);
  const chosen = filters[name] ?? [];
  // Loads the options of chosen creators too, because their names come from the options.
  const options = useSuggestions(name, isWanted || (chosen.length > 0 && name === "influencer"));
  return (
    <ValuePicker
      label={LABELS[name] ?? name}
      options={options}
      chosen={chosen}
      canExclude
      isOpenEnded={OPEN_ENDED.includes(name)}
      onOpen={() => setWanted(true)}
      onChange={(values) => setFilters({ [name]: values })}
    />
  );
}
