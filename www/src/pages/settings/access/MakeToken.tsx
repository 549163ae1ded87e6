// Form that creates a key or a token. The secret is shown once.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../parts/Button.tsx";
import { Dropdown, FormEnd, FormOf, Radios, TextInput } from "../../../parts/Fields.tsx";
import { DialogBox } from "../../../parts/Overlays.tsx";
import { refusalsOf } from "../../../parts/refusals.ts";
import { Failed } from "../../../parts/States.tsx";
import { addDays, today } from "../../../view/dates.ts";
import { ACCESS, type ApiInterface, INTERFACES, type NewToken, type Token, useMakeToken } from "./tokens.ts";

const LABELS = { name: t`Name`, face: t`API`, access_level: t`Access`, origins: t`Origins`, expires_at: t`Expires` };
const EXPIRY_LABELS = {
  never: t`Never`,
  "30": t`In 30 days`,
  "90": t`In 90 days`,
  "365": t`In a year`,
  day: t`On a date`,
} as const;
type Expiry = keyof typeof EXPIRY_LABELS;
/** Order of the options: objects would sort the numeric keys first. */
const EXPIRY_ORDER: Expiry[] = ["never", "30", "90", "365", "day"];

const options = <V extends string>(of: Record<V, { label: string; note: string }>) =>
  (Object.keys(of) as V[]).map((value) => ({ value, ...of[value] }));
/** Returns the last second of a day, in UTC. */
const endOf = (day: string) => `${day}T23:59:59Z`;

export function MakeToken({ onMade, onClose }: { onMade: (token: NewToken) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const [face, setFace] = useState<ApiInterface>("account");
  const [access, setAccess] = useState<Token["access_level"]>("aggregate");
  const [expiry, setExpiry] = useState<Expiry>("never");
  const [day, setDay] = useState(addDays(today(), 90));
  const [origins, setOrigins] = useState("");
  const make = useMakeToken(onMade);
  const refused = refusalsOf(make.error, LABELS);
  const send = () => {
    const until = expiry === "never" ? undefined : endOf(expiry === "day" ? day : addDays(today(), Number(expiry)));
    const originList = origins.split(/[\s,]+/).filter(Boolean);
    make.mutate({
      name: name.trim(),
      face,
      access_level: face === "data" ? access : undefined,
      origins: originList.length > 0 ? originList : undefined,
      expires_at: until,
    });
  };
  return (
    <DialogBox title={t`Create token`} isOpen isPersistent onClose={onClose}>
      <FormOf isPending={make.isPending} onSubmit={send} error={make.error}>
        {refused.rest ? <Failed error={refused.rest} compact /> : null}
        <TextInput
          label={t`Name`}
          value={name}
          onChange={setName}
          maxLength={200}
          placeholder={t`Weekly numbers`}
          help={t`The program that uses it`}
          error={refused.at("name")}
          autoFocus
        />
        <Radios
          label={t`API`}
          options={options(INTERFACES)}
          value={face}
          onChange={setFace}
          error={refused.at("face")}
        />
        {face === "data" && (
          <Radios
            label={t`Access`}
            options={options(ACCESS)}
            value={access}
            onChange={setAccess}
            error={refused.at("access_level")}
          />
        )}
        <div className="field-pair">
          <Dropdown
            label={t`Expires`}
            options={EXPIRY_ORDER.map((value) => ({ value, label: EXPIRY_LABELS[value] }))}
            value={expiry}
            onChange={setExpiry}
            error={expiry === "day" ? undefined : refused.at("expires_at")}
          />
          {expiry === "day" && (
            <TextInput
              label={t`Last day`}
              type="date"
              min={today()}
              value={day}
              onChange={setDay}
              error={refused.at("expires_at")}
            />
          )}
        </div>
        <TextInput
          label={t`Web pages that may use it`}
          lines={2}
          value={origins}
          onChange={setOrigins}
          placeholder="https://dashboard.example.com"
          help={t`Origins, one per line. Leave empty for servers: anyone who opens a web page can read its token.`}
          error={refused.at("origins")}
        />
        <FormEnd>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="main" isPending={make.isPending}>
            <Trans>Create token</Trans>
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
