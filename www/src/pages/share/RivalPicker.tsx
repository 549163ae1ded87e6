// Picker for rivals. Suggests brands in the categories of the account's brands first.
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQueries } from "../../data/client.ts";
import { useSession } from "../../data/session.ts";
import { type Option, ValuePicker } from "../../parts/ValuePicker.tsx";
import { useAddress } from "../../view/view.ts";
import type { VoiceSelection } from "./brands.ts";

/** Number of suggestions of each kind: from the same categories, and from the whole dataset. */
const SIZE = 50;
const CACHED = { staleTime: 5 * 60_000 };

export function RivalPicker({ voices: { rivals, maxRivals } }: { voices: VoiceSelection }) {
  const { account } = useSession();
  const { set } = useAddress();
  const [isWanted, setWanted] = useState(false);
  const labels = account.brands.map(({ label }) => label).slice(0, 20);
  const categories = useQuery({
    ...apiQueries.aggregate({
      index: "siv_business_ideas",
      group_by: "category",
      filters: { brand_name: labels },
      size: 3,
    }),
    ...CACHED,
    enabled: isWanted && labels.length > 0,
  });
  const own = categories.data?.buckets.map(({ key }) => key) ?? [];
  const near = useQuery({
    ...apiQueries.aggregate({
      index: "siv_business_ideas",
      group_by: "brand_name",
      filters: { category: own },
      size: SIZE,
    }),
    ...CACHED,
    enabled: isWanted && own.length > 0,
  });
  const all = useQuery({
    ...apiQueries.aggregate({ index: "siv_business_ideas", group_by: "brand_name", size: SIZE }),
    ...CACHED,
    enabled: isWanted,
  });
  const isPending = all.isPending || categories.isPending || (own.length > 0 && near.isPending);
  const suggested = new Map<string, Option>();
  for (const [group, buckets] of [
    [t`Same categories`, near.data?.buckets],
    [t`Other brands`, all.data?.buckets],
  ] as const)
    for (const { key, count } of buckets ?? [])
      if (!labels.includes(key) && !suggested.has(key)) suggested.set(key, { value: key, label: key, n: count, group });
  // Without suggestions, a name can still be typed.
  const options = all.isError ? [] : isPending ? undefined : [...suggested.values()];
  return (
    <ValuePicker
      label={t`Rivals`}
      all={rivals.length === 0 ? t`Add rivals` : undefined}
      options={options}
      chosen={rivals}
      limit={maxRivals}
      isOpenEnded
      onOpen={() => setWanted(true)}
      onChange={(chosen) => set({ rival: chosen })}
    />
  );
}
