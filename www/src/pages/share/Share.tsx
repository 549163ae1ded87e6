// Share of voice of the account's brands and their rivals.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { apiQueries } from "../../data/client.ts";
import { Button, LinkButton } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { Answer, Empty, Skeleton } from "../../parts/States.tsx";
import { daysBetween } from "../../view/dates.ts";
import { useAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { SavedViews } from "../mentions/SavedViews.tsx";
import { isSparse, MAX_BRANDS, ranked, useVoices } from "./brands.ts";
import { ShareByMonth, ToneByMonth } from "./ByMonth.tsx";
import { RivalPicker } from "./RivalPicker.tsx";
import { Topics } from "./Topics.tsx";
import { Totals } from "./Totals.tsx";
import "./share.css";

/** Periods with fewer days offer a button for 12 months. */
const YEAR = 360;

export default function Share() {
  const voices = useVoices();
  const { window, setWindow } = useView();
  const { params, set } = useAddress();
  const request = { brands: voices.brands, from_date: window.from, to_date: window.to };
  const hasBrands = voices.brands.length > 0;
  const sector = useQuery({ ...apiQueries.sector(request), enabled: hasBrands, placeholderData: keepPreviousData });
  const before = useQuery({
    ...apiQueries.sector({ brands: voices.brands, from_date: window.before.from, to_date: window.before.to }),
    enabled: hasBrands,
    placeholderData: keepPreviousData,
  });
  const question = { operation: "sector" as const, question: request };
  const actions = (
    <>
      <RivalPicker voices={voices} />
      <SavedViews title={t`Saved views`} page="/share" search={params.toString()} />
    </>
  );
  const days = words.days(window.from, window.to);
  const daysBefore = words.days(window.before.from, window.before.to);
  const longer = daysBetween(window.from, window.to) < YEAR && (
    <Button onPress={() => setWindow({ preset: "12m" })}>
      <Trans>Show 12 months</Trans>
    </Button>
  );
  return (
    <>
      <PageHead title={t`Share of voice`} actions={actions}>
        <Trans>
          Your brands and their rivals, {days}, compared with {daysBefore}
        </Trans>
      </PageHead>
      {!hasBrands ? (
        <Empty
          title={t`No brands to compare`}
          actions={
            <LinkButton to="/settings/brands">
              <Trans>See your brands</Trans>
            </LinkButton>
          }
        >
          <Trans>Your account has no brands yet, but you can add rivals.</Trans>
        </Empty>
      ) : (
        <Answer
          query={sector}
          skeleton={<Skeleton height={720} />}
          isEmpty={({ brands }) => brands.every(({ totals }) => totals.unique_videos === 0)}
          empty={
            <Empty
              title={t`No videos in this period`}
              actions={
                <>
                  {longer}
                  {voices.rivals.length === 0 && <RivalPicker voices={voices} />}
                  {voices.rivals.length > 0 && (
                    <Button onPress={() => set({ rival: undefined })}>
                      <Trans>Remove rivals</Trans>
                    </Button>
                  )}
                </>
              }
            >
              <Trans>No video of this period mentions these brands. Choose a longer period, or add other rivals.</Trans>
            </Empty>
          }
        >
          {(data) => {
            const all = ranked(data, voices.own);
            const shown = { voices: all, window: data.meta, question };
            const unheard = all.filter(({ totals }) => totals.unique_videos === 0);
            const brands = all.length;
            const unheardLabels = unheard.map(({ label }) => label).join(", ");
            return (
              <div className="grid">
                {all.length === 1 && (
                  <p className="span-12 soft" role="status">
                    <Trans>A single brand always has 100 %. Add rivals to see its share.</Trans>
                  </p>
                )}
                {unheard.length > 0 && (
                  <p className="span-12 row">
                    <span>
                      <Trans>No videos in this period: {unheardLabels}.</Trans>
                    </span>
                    {unheard.some(({ isOwn }) => !isOwn) && (
                      <Button
                        variant="plain"
                        onPress={() =>
                          set({ rival: voices.rivals.filter((name) => !unheard.some(({ label }) => label === name)) })
                        }
                      >
                        <Trans>Remove these rivals</Trans>
                      </Button>
                    )}
                  </p>
                )}
                <Totals {...shown} before={before.data} baseline={window.baseline} />
                <ShareByMonth {...shown} />
                <ToneByMonth {...shown} />
                <Topics {...shown} />
                <section className="span-12 small soft notes" aria-label={t`How to read these numbers`}>
                  <p>
                    <Trans>
                      <b>Share of videos</b> is a brand’s percentage of the videos of all brands shown,{" "}
                      <b>share of views</b> the same for views. A video that mentions two brands counts for both. Rivals
                      are matched by name.
                    </Trans>
                  </p>
                  {all.some(isSparse) && (
                    <p className="row">
                      <span>
                        <Trans>
                          <b>Small sample</b> marks brands with fewer than 20 videos in this period, or fewer than 5
                          mentions whose tone is rated: one video changes their numbers. A longer period often helps.
                        </Trans>
                      </span>
                      {longer}
                    </p>
                  )}
                  <p>{t`${plural(brands, { one: "# brand", other: "# brands" })} shown, ${MAX_BRANDS} at most.`}</p>
                </section>
              </div>
            );
          }}
        </Answer>
      )}
    </>
  );
}
