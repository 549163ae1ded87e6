// Filters of creators: country, number of subscribers and number of mentions.
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQueries } from "../../data/client.ts";
import { useSession } from "../../data/session.ts";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { type Option, ValuePicker } from "../../parts/ValuePicker.tsx";
import { useAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";

/** Size classes that agencies use; both ends are inclusive. */
const SIZES: { label: string; min?: number; max?: number }[] = [
  { label: t`Any size` },
  { label: t`Nano, under 10K subscribers`, max: 9_999 },
  { label: t`Micro, 10K to 100K`, min: 10_000, max: 99_999 },
  { label: t`Macro, 100K to 1M`, min: 100_000, max: 999_999 },
  { label: t`Mega, 1M and more`, min: 1_000_000 },
];
const MENTIONS = [2, 3, 5, 10];

export function CreatorFilters() {
  return (
    <>
      <CountryPicker />
      <SizeSelect />
      <MentionsSelect />
    </>
  );
}

function CountryPicker() {
  const { limits } = useSession();
  const { params, set } = useAddress();
  const chosen = params.getAll("country");
  const [isWanted, setWanted] = useState(false);
  const known = useQuery({
    ...apiQueries.aggregate({ index: "siv_content_creator", group_by: "country", size: 50 }),
    staleTime: 5 * 60_000,
    enabled: isWanted && limits.data !== null,
  });
  const isUnknown = limits.data === null || known.isError;
  const options = isUnknown
    ? []
    : known.data?.buckets.map(({ key, creators }): Option => ({ value: key, label: words.region(key), n: creators }));
  return (
    <ValuePicker
      label={t`Creator country`}
      options={options}
      chosen={chosen}
      canExclude
      isOpenEnded={isUnknown}
      onOpen={() => setWanted(true)}
      onChange={(country) => set({ country })}
    />
  );
}

function SizeSelect() {
  const { params, set } = useAddress();
  const key = (min: unknown, max: unknown) => `${min ?? ""}-${max ?? ""}`;
  const chosen = key(params.get("min_subscribers"), params.get("max_subscribers"));
  const options = SIZES.map(({ label, min, max }) => ({ value: key(min, max), label }));
  if (!options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: t`Custom size` });
  const choose = (value: string) => {
    const [min, max] = value.split("-");
    set({ min_subscribers: min || undefined, max_subscribers: max || undefined });
  };
  return <SelectOf label={t`Subscribers`} options={options} chosen={chosen} onChange={choose} />;
}

function MentionsSelect() {
  const { params, set } = useAddress();
  const chosen = params.get("min_mentions") ?? "";
  const numbers = MENTIONS.map(String);
  const options = [...(chosen === "" || numbers.includes(chosen) ? [] : [chosen]), ...numbers].map((value) => ({
    value,
    label: t`At least ${value} mentions`,
  }));
  return (
    <SelectOf
      label={t`Mentions per creator`}
      options={[{ value: "", label: t`Any number of mentions` }, ...options]}
      chosen={chosen}
      onChange={(value) => set({ min_mentions: value || undefined })}
    />
  );
}
