// Form that creates or edits an alert about the mentions of the filters in the address.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { BrandPicker } from "../../filters/BrandPicker.tsx";
import { FilterBar } from "../../filters/FilterBar.tsx";
import { Button } from "../../parts/Button.tsx";
import { FormEnd, FormOf, TextInput } from "../../parts/Fields.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { refusalsOf } from "../../parts/refusals.ts";
import { Failed } from "../../parts/States.tsx";
import { filtersOf } from "../../view/filters.ts";
import { useAddress } from "../../view/view.ts";
import { type AlertFields, changeOf, fieldsOf, NEW_ALERT, newAlertOf } from "./alert-fields.ts";
import { type Alert, useChangeAlert, useCreateAlert } from "./alerts.ts";
import { ConditionFields } from "./ConditionFields.tsx";
import { LABELS } from "./form-parts.ts";
import { TargetFields } from "./TargetFields.tsx";

interface AlertFormProps {
  /** The alert to edit; without one, the form creates an alert. */
  alert?: Alert | undefined;
  onClose: () => void;
}

export function AlertForm({ alert, onClose }: AlertFormProps) {
  const filters = filtersOf(useAddress().params);
  const [fields, setFields] = useState(alert ? fieldsOf(alert) : NEW_ALERT);
  const [create, change] = [useCreateAlert(), useChangeAlert()];
  const { error, isPending } = alert ? change : create;
  const refused = refusalsOf(error, LABELS);
  const onChange = (changes: Partial<AlertFields>) => setFields({ ...fields, ...changes });
  const submit = () =>
    alert
      ? change.mutate({ id: alert.id, ...changeOf(fields, filters, alert) }, { onSuccess: onClose })
      : create.mutate(newAlertOf(fields, filters), { onSuccess: onClose });
  return (
    <DialogBox title={alert ? t`Edit the alert` : t`Create an alert`} isOpen isWide isPersistent onClose={onClose}>
      <div className="alert-mentions">
        <p className="small soft">
          <Trans>Mentions</Trans>
        </p>
        <FilterBar>
          <BrandPicker />
        </FilterBar>
      </div>
      <FormOf isPending={isPending} error={error} onSubmit={submit}>
        {refused.rest ? <Failed error={refused.rest} compact /> : null}
        <div className="make-columns">
          <div className="form">
            <TextInput
              label={LABELS.name}
              value={fields.name}
              onChange={(name) => onChange({ name })}
              maxLength={120}
              help={t`Messages begin with it`}
              error={refused.at("name")}
              isRequired
              autoFocus
            />
            <ConditionFields fields={fields} onChange={onChange} refused={refused} />
          </div>
          <div className="form">
            <TargetFields fields={fields} onChange={onChange} refused={refused} alert={alert} />
          </div>
        </div>
        <FormEnd>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="main" isPending={isPending}>
            {alert ? t`Save` : t`Create`}
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
