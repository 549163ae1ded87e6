// Form that registers a webhook: address, events and filters.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { CreatedWebhook } from "overheard";
import { useState } from "react";
import { useSession } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { Checks, FormEnd, FormOf, Radios, TextInput } from "../../parts/Fields.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { refusalsOf } from "../../parts/refusals.ts";
import { Failed } from "../../parts/States.tsx";
import { PLATFORM_CHOICES, TONE_CHOICES, unlessAll } from "../../view/choices.ts";
import { ALL, EVENTS } from "./kinds.ts";
import { useRegister } from "./webhooks.ts";

const LABELS = {
  url: t`Address`,
  events: t`Events`,
  description: t`Description`,
  filters: t`Filters`,
  "filters.min_views": t`Minimum views`,
  "filters.min_subscribers": t`Minimum subscribers`,
  "filters.q": t`Words`,
  "filters.brand": t`Brands`,
  "filters.platform": t`Platforms`,
  "filters.sentiment": t`Tones`,
};

const numberOf = (text: string) => (text.trim() === "" ? undefined : Number(text));
const PLATFORMS = PLATFORM_CHOICES.map(({ value }) => value);
const TONES = TONE_CHOICES.map(({ value }) => value);

export function Register({
  onRegistered,
  onClose,
}: {
  onRegistered: (webhook: CreatedWebhook) => void;
  onClose: () => void;
}) {
  const { account } = useSession();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [isAll, setAll] = useState(true);
  const [events, setEvents] = useState<string[]>([]);
  const all = account.brands.map(({ id }) => id);
  const [brands, setBrands] = useState(all);
  const [platforms, setPlatforms] = useState(PLATFORMS);
  const [tones, setTones] = useState(TONES);
  const [views, setViews] = useState("");
  const [subscribers, setSubscribers] = useState("");
  const [q, setQ] = useState("");
  const register = useRegister(onRegistered);
  const refused = refusalsOf(register.error, LABELS);
  const send = () => {
    const filters = {
      brand: unlessAll(brands, all),
      platform: unlessAll(platforms, PLATFORMS),
      sentiment: unlessAll(tones, TONES),
      min_views: numberOf(views),
      min_subscribers: numberOf(subscribers),
      q: q.trim() || undefined,
    };
    const isFiltered = Object.values(filters).some((value) => value !== undefined);
    register.mutate({
      url: url.trim(),
      events: isAll ? [ALL] : events,
      description: description.trim() || undefined,
      filters: isFiltered ? filters : undefined,
    });
  };
  return (
    <DialogBox title={t`Register a webhook`} isOpen isWide isPersistent onClose={onClose}>
      <FormOf isPending={register.isPending} onSubmit={send} error={register.error}>
        {refused.rest ? <Failed error={refused.rest} compact /> : null}
        <div className="make-columns">
          <div className="form">
            <TextInput
              label={t`Address`}
              type="url"
              value={url}
              onChange={setUrl}
              placeholder="https://hooks.example.com/overheard"
              help={t`A public https address of yours, port 443 or 8443`}
              error={refused.at("url")}
              autoFocus
            />
            <TextInput
              label={t`Description`}
              value={description}
              onChange={setDescription}
              maxLength={200}
              error={refused.at("description")}
            />
            <Radios
              label={t`Events`}
              options={[
                { value: "all", label: t`All events`, note: t`including future ones` },
                { value: "some", label: t`Selected events` },
              ]}
              value={isAll ? "all" : "some"}
              onChange={(value) => setAll(value === "all")}
              error={isAll ? refused.at("events") : undefined}
            />
            {!isAll && (
              <Checks
                label={t`Selected events`}
                options={Object.entries(EVENTS).map(([value, { label, note }]) => ({ value, label, note }))}
                value={events}
                onChange={setEvents}
                error={refused.at("events")}
              />
            )}
          </div>
          <div className="form">
            <p className="small soft">
              <Trans>Which mentions it receives. Brands apply to every kind of event.</Trans>
            </p>
            <Checks
              label={t`Brands`}
              options={account.brands.map(({ id, label }) => ({ value: id, label }))}
              value={brands}
              onChange={setBrands}
              error={refused.at("filters.brand")}
            />
            <Checks
              label={t`Platforms`}
              isRow
              options={PLATFORM_CHOICES}
              value={platforms}
              onChange={setPlatforms}
              error={refused.at("filters.platform")}
            />
            <Checks
              label={t`Tones`}
              isRow
              options={TONE_CHOICES}
              value={tones}
              onChange={setTones}
              error={refused.at("filters.sentiment")}
            />
            <TextInput
              label={t`Words`}
              value={q}
              onChange={setQ}
              placeholder={t`(serum OR "night cream") -vegan`}
              error={refused.at("filters.q")}
            />
            <div className="field-pair">
              <TextInput
                label={t`Minimum views`}
                type="number"
                min="0"
                value={views}
                onChange={setViews}
                error={refused.at("filters.min_views")}
              />
              <TextInput
                label={t`Minimum subscribers`}
                type="number"
                min="0"
                value={subscribers}
                onChange={setSubscribers}
                error={refused.at("filters.min_subscribers")}
              />
            </div>
          </div>
        </div>
        <FormEnd>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="main" isPending={register.isPending}>
            <Trans>Register</Trans>
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
