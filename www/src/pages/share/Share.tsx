// Share of voice of the account's brands and their rivals.
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
      <SavedViews title="Saved views" page="/share" search={params.toString()} />
    </>
  );
  const longer = daysBetween(window.from, window.to) < YEAR && (
    <Button onPress={() => setWindow({ preset: "12m" })}>Show 12 months</Button>
  );
  return (
    <>
      <PageHead title="Share of voice" actions={actions}>
        Your brands and their rivals, {words.days(window.from, window.to)}, compared with{" "}
        {words.days(window.before.from, window.before.to)}
      </PageHead>
      {!hasBrands ? (
        <Empty title="No brands to compare" actions={<LinkButton to="/settings/brands">See your brands</LinkButton>}>
          Your account has no brands yet, but you can add rivals.
        </Empty>
      ) : (
        <Answer
          query={sector}
          skeleton={<Skeleton height={720} />}
          isEmpty={({ brands }) => brands.every(({ totals }) => totals.unique_videos === 0)}
          empty={
            <Empty
              title="No videos in this period"
              actions={
                <>
                  {longer}
                  {voices.rivals.length === 0 && <RivalPicker voices={voices} />}
                  {voices.rivals.length > 0 && <Button onPress={() => set({ rival: undefined })}>Remove rivals</Button>}
                </>
              }
            >
              No video of this period mentions these brands. Choose a longer period, or add other rivals.
            </Empty>
          }
        >
          {(data) => {
            const all = ranked(data, voices.own);
            const shown = { voices: all, window: data.meta, question };
            const unheard = all.filter(({ totals }) => totals.unique_videos === 0);
            return (
              <div className="grid">
                {all.length === 1 && (
                  <p className="span-12 soft" role="status">
                    A single brand always has 100 %. Add rivals to see its share.
                  </p>
                )}
                {unheard.length > 0 && (
                  <p className="span-12 row">
                    <span>No videos in this period: {unheard.map(({ label }) => label).join(", ")}.</span>
                    {unheard.some(({ isOwn }) => !isOwn) && (
                      <Button
                        variant="plain"
                        onPress={() =>
                          set({ rival: voices.rivals.filter((name) => !unheard.some(({ label }) => label === name)) })
                        }
                      >
                        Remove these rivals
                      </Button>
                    )}
                  </p>
                )}
                <Totals {...shown} before={before.data} baseline={window.baseline} />
                <ShareByMonth {...shown} />
                <ToneByMonth {...shown} />
                <Topics {...shown} />
                <section className="span-12 small soft notes" aria-label="How to read these numbers">
                  <p>
                    <b>Share of videos</b> is a brand’s percentage of the videos of all brands shown,{" "}
                    <b>share of views</b> the same for views. A video that mentions two brands counts for both. Rivals
                    are matched by name.
                  </p>
                  {all.some(isSparse) && (
                    <p className="row">
                      <span>
                        <b>Small sample</b> marks brands with fewer than 20 videos in this period, or fewer than 5
                        mentions whose tone is rated: one video changes their numbers. A longer period often helps.
                      </span>
                      {longer}
                    </p>
                  )}
                  <p>
                    {words.plural(all.length, "brand")} shown, {MAX_BRANDS} at most.
                  </p>
                </section>
              </div>
            );
          }}
        </Answer>
      )}
    </>
  );
}
