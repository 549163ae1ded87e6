// Form that creates a report or a schedule. Shows refusals of the edge at the fields that they concern.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { ReportRequest } from "overheard";
import { useSession } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { Checks, Dropdown, FormEnd, FormOf, Radios, TextInput } from "../../parts/Fields.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { refusalsOf } from "../../parts/refusals.ts";
import { Failed } from "../../parts/States.tsx";
import { PLATFORM_CHOICES, TONE_CHOICES, unlessAll } from "../../view/choices.ts";
import { useLastDay, useView } from "../../view/view.ts";
import { daysOf, type Preset, PRESETS } from "../../view/window.ts";
import * as words from "../../view/words.ts";
import { type Format, formatsOf, hourText, KINDS, type ReportType, TYPES, WEEKDAYS } from "./kinds.ts";
import { useMakeReport, useMakeSchedule } from "./reports.ts";

const LABELS = {
  type: t`Type`,
  title: t`Title`,
  from: t`First day`,
  to: t`Last day`,
  brands: t`Brands`,
  formats: t`Files`,
  sections: t`Sections`,
  filters: t`Filters`,
  every: t`Frequency`,
  day: t`Day`,
  hour: t`Hour`,
  all_rows: t`Rows`,
  since: t`Mentions`,
};
const PLATFORMS = PLATFORM_CHOICES.map(({ value }) => value);
const TONES = TONE_CHOICES.map(({ value }) => value);
/** Last day that every month has. */
const LAST_DAY = 28;
const MONTH_DAYS = Array.from({ length: LAST_DAY }, (_, at) => {
  const day = at + 1;
  return { value: String(day), label: t`Day ${day}` };
});
const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

interface MakeReportProps {
  isSchedule: boolean;
  /** Called with the id of the report, or without one for a schedule. */
  onMade: (reportId?: string) => void;
  onClose: () => void;
}

export function MakeReport({ isSchedule, onMade, onClose }: MakeReportProps) {
  const { account } = useSession();
  const { window, filters } = useView();
  const last = useLastDay();
  const all = account.brands.map(({ id }) => id);
  const [type, setType] = useState<ReportType>("brand_overview");
  const [title, setTitle] = useState("");
  const [days, setDays] = useState({ from: window.from, to: window.to });
  const [preset, setPreset] = useState<Preset | "days">(window.preset ?? "days");
  const [brands, setBrands] = useState(filters.brand?.filter((brand) => all.includes(brand)) ?? all);
  const [formats, setFormats] = useState<Format[]>(["pdf", "csv"]);
  const [sections, setSections] = useState(Object.keys(KINDS[type].sections));
  const [platforms, setPlatforms] = useState(PLATFORMS);
  const [tones, setTones] = useState(TONES);
  const [every, setEvery] = useState<"weekly" | "monthly">("weekly");
  const [day, setDay] = useState(1);
  const [hour, setHour] = useState(6);
  const [rows, setRows] = useState<"first" | "all">("first");
  const [since, setSince] = useState<"always" | "last_run">("always");
  const report = useMakeReport();
  const schedule = useMakeSchedule();
  const { error, isPending } = isSchedule ? schedule : report;
  const refused = refusalsOf(error, LABELS);
  const isExport = type === "mentions_export";

  const chooseType = (chosen: ReportType) => {
    setType(chosen);
    setSections(Object.keys(KINDS[chosen].sections));
    setFormats(chosen === "mentions_export" ? ["csv"] : ["pdf", "csv"]);
  };
  const choosePreset = (chosen: Preset | "days") => {
    setPreset(chosen);
    if (chosen !== "days") setDays(daysOf(chosen, last));
  };
  const chooseEvery = (chosen: "weekly" | "monthly") => {
    setEvery(chosen);
    setDay(1);
  };
  const make = () => {
    const narrowed = { platform: unlessAll(platforms, PLATFORMS), sentiment: unlessAll(tones, TONES) };
    const wanted = {
      type,
      title: title.trim() || undefined,
      brands: unlessAll(brands, all),
      formats,
      sections: unlessAll(sections, Object.keys(KINDS[type].sections)),
      filters: narrowed.platform || narrowed.sentiment ? narrowed : undefined,
      all_rows: (isExport && rows === "all") || undefined,
    };
    const onlyNew = isExport && since === "last_run" ? since : undefined;
    if (isSchedule) schedule.mutate({ ...wanted, every, day, hour, since: onlyNew }, { onSuccess: () => onMade() });
    else report.mutate({ ...wanted, ...days } as ReportRequest, { onSuccess: ({ id }) => onMade(id) });
  };
  return (
    <DialogBox title={isSchedule ? t`Schedule report` : t`Create report`} isOpen isWide isPersistent onClose={onClose}>
      <FormOf isPending={isPending} onSubmit={make} error={error}>
        {refused.rest ? <Failed error={refused.rest} compact /> : null}
        <div className="make-columns">
          <div className="form">
            <Dropdown
              label={t`Type`}
              options={TYPES.map((value) => ({ value, label: KINDS[value].label, note: KINDS[value].note }))}
              value={type}
              onChange={chooseType}
              help={KINDS[type].note}
              error={refused.at("type")}
            />
            {isSchedule ? (
              <>
                <Radios
                  label={t`Frequency`}
                  options={[
                    { value: "weekly", label: t`Every week`, note: t`covers the last week, Monday to Sunday` },
                    { value: "monthly", label: t`Every month`, note: t`covers the last month` },
                  ]}
                  value={every}
                  onChange={chooseEvery}
                  error={refused.at("every")}
                />
                <div className="field-pair">
                  <Dropdown
                    label={t`Day`}
                    options={
                      every === "weekly" ? WEEKDAYS.map((label, at) => ({ value: String(at + 1), label })) : MONTH_DAYS
                    }
                    value={String(day)}
                    onChange={(value) => setDay(Number(value))}
                    error={refused.at("day")}
                  />
                  <Dropdown
                    label={t`Hour`}
                    options={Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: hourText(at) }))}
                    value={String(hour)}
                    onChange={(value) => setHour(Number(value))}
                    error={refused.at("hour")}
                  />
                </div>
              </>
            ) : (
              <>
                <Dropdown
                  label={t`Period`}
                  options={
                    [...optionsOf(PRESETS), { value: "days", label: t`Custom range` }] as {
                      value: Preset | "days";
                      label: string;
                    }[]
                  }
                  value={preset}
                  onChange={choosePreset}
                  help={preset === "days" ? undefined : words.days(days.from, days.to)}
                />
                {(preset === "days" || refused.at("from") || refused.at("to")) && (
                  <div className="field-pair">
                    <TextInput
                      label={t`First day`}
                      type="date"
                      value={days.from}
                      onChange={(from) => (setPreset("days"), setDays({ ...days, from }))}
                      error={refused.at("from")}
                    />
                    <TextInput
                      label={t`Last day`}
                      type="date"
                      value={days.to}
                      onChange={(to) => (setPreset("days"), setDays({ ...days, to }))}
                      error={refused.at("to")}
                    />
                  </div>
                )}
              </>
            )}
            <TextInput
              label={t`Title`}
              value={title}
              onChange={setTitle}
              maxLength={120}
              placeholder={KINDS[type].label}
              help={t`Used as cover title and file name`}
              error={refused.at("title")}
            />
            <Checks
              label={t`Files`}
              options={formatsOf(type)}
              value={formats}
              onChange={setFormats}
              error={refused.at("formats")}
            />
          </div>
          <div className="form">
            <Checks
              label={t`Brands`}
              options={account.brands.map(({ id, label }) => ({ value: id, label }))}
              value={brands}
              onChange={setBrands}
              error={refused.at("brands")}
            />
            {!isExport && (
              <Checks
                label={t`Sections`}
                options={optionsOf(KINDS[type].sections)}
                value={sections}
                onChange={setSections}
                error={refused.at("sections")}
                isRow
              />
            )}
            <Checks
              label={t`Platforms`}
              options={PLATFORM_CHOICES}
              value={platforms}
              onChange={setPlatforms}
              error={refused.at("filters.platform")}
              isRow
            />
            <Checks
              label={t`Tones`}
              options={TONE_CHOICES}
              value={tones}
              onChange={setTones}
              error={refused.at("filters.sentiment")}
              isRow
            />
            {isExport && (
              <Radios
                label={t`Rows`}
                options={[
                  { value: "first", label: t`Up to 10,000`, note: t`fails if there are more` },
                  { value: "all", label: t`All`, note: t`in parts, with the plan enterprise` },
                ]}
                value={rows}
                onChange={setRows}
                error={refused.at("all_rows")}
              />
            )}
            {isExport && isSchedule && (
              <Radios
                label={t`Mentions`}
                options={[
                  { value: "always", label: t`All of the period` },
                  { value: "last_run", label: t`Only new ones`, note: t`indexed since the last report` },
                ]}
                value={since}
                onChange={setSince}
                error={refused.at("since")}
              />
            )}
          </div>
        </div>
        <FormEnd>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="main" isPending={isPending}>
            {isSchedule ? t`Save schedule` : t`Create report`}
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
