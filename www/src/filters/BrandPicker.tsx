// Picker of the account's brands, whose choice is in the address.
import { t } from "@lingui/core/macro";
import { useSession } from "../data/session.ts";
import { ValuePicker } from "../parts/ValuePicker.tsx";
import { useView } from "../view/view.ts";

export function BrandPicker() {
  const { account } = useSession();
  const { filters, setFilters } = useView();
  const options = account.brands.map(({ id, label }) => ({ value: id, label }));
  return (
    <ValuePicker
      label={t`Brands`}
      all={t`All brands`}
      options={options}
      chosen={filters.brand ?? []}
      onChange={(brand) => setFilters({ brand })}
    />
  );
}
