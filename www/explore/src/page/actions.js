// Everything that can be done on the page. Each changes the state; the page is drawn after it.
import { refusalSentence } from "../answer/refusal.js";
import { summary } from "../answer/answer.js";
import { ask } from "../ask/ask.js";
import { asksAsMember } from "../ask/member.js";
import { ABORT, SECRET, SEND } from "../ask/connection.js";
import { selectFault } from "../request/editor.js";
import { examples } from "../request/examples.js";
import { inside, parentOf, renamed, withValue } from "../request/pointer.js";
import { pretty } from "../request/pretty.js";
import { fragmentOf } from "../request/share.js";
import { announce } from "./announce.js";
import { focusOn, idOf } from "./focus.js";
import { applyTheme, isDark } from "./theme.js";

/** The text that an operation begins with. */
export const firstText = (operation) => pretty(examples[operation][0].request);

/**
 * @param {import("./store.js").Store} store @param {() => object} view what is on the page @param {{step: () => void}}
 * address
 */
export function actions(store, view, address) {
  const change = (members) => store.change(members);
  const type = (text) => change({ text });
  const take = (result) => type(pretty(result));
  const focus = (...ids) => store.drawn().then(() => focusOn(...ids));
  const value = () => view().reading.value;

  /** Changes the question as a whole, as a step that one can go back from. */
  const begin = (members) => {
    const { operation, text, drafts } = store.state;
    address.step();
    change({ drafts: { ...drafts, [operation]: text }, measure: undefined, ...members });
  };

  return {
    change,
    type,
    take,
    focus,
    edit: (pointer, replacement) => take(withValue(value(), pointer, replacement)),
    replace: (pointer, name, replacement) =>
      take(withValue(renamed(value(), pointer, name), inside(parentOf(pointer), name), replacement)),
    chooseOperation: (operation) => begin({ operation, text: store.state.drafts[operation] ?? firstText(operation) }),
    load: ({ request }) => begin({ text: pretty(request) }),
    link: () => location.href.split("#")[0] + (fragmentOf(store.state) ?? ""),

    chooseTheme(theme) {
      applyTheme(theme);
      change({ theme, isDark: isDark(theme) });
    },

    skip(event) {
      // The fragment of the address is the request.
      event.preventDefault();
      focusOn("request");
    },

    /** Goes to the field, or to the part of the text, that a problem is about. */
    showProblem(violation) {
      const place = [...view().problems].find(([, violations]) => violations.includes(violation))?.[0];
      if (store.state.requestTab === "form" && place && focusOn(idOf("at", place), idOf("field", place))) return;
      change({ requestTab: "json" });
      store.drawn().then(() => selectFault(view().reading, violation));
    },

    async send() {
      const { operation, baseUrl, secret, meta, asking, answers } = store.state;
      const { reading } = view();
      if (asking) return;
      if (!reading.shaped) return void focusOn("problems");
      if (secret === "" && !asksAsMember(store.state)) {
        announce("Enter a key or a browser token to send");
        return void focusOn(SECRET);
      }
      const controller = new AbortController();
      change({ asking: controller });
      announce("Asking");
      // The chart depends on defaults, which the canonical form includes.
      const { body } = reading.shaped;
      const question = { operation, body, request: JSON.parse(body) };
      const loading = loadChart(change);
      const outcome = await ask({ ...question, baseUrl, secret, meta, signal: controller.signal });
      // An answer is shown with its chart, not before it.
      await loading;
      const answer = { ...question, ...outcome, isAborted: controller.signal.aborted && outcome.data === undefined };
      const wasAtAbort = document.activeElement.id === ABORT;
      change({ asking: undefined, answers: { ...answers, [operation]: answer } });
      announce(answer.data ? `Answered: ${summary(answer)}` : refusalSentence(answer));
      await store.drawn();
      // The button to abort is gone, and the focus should not be.
      if (wasAtAbort) focusOn(SEND);
      document.getElementById("answer").scrollIntoView({ block: "nearest" });
    },

    abort() {
      store.state.asking?.abort();
    },
  };
}

let chart;
/** Loads what draws charts, once. A page without it has tables and JSON. */
function loadChart(change) {
  chart ??= import("../answer/chart.js").then(
    () => change({ chartFailure: undefined }),
    (error) => {
      chart = undefined;
      change({ chartFailure: error.message });
    },
  );
  return chart;
}
