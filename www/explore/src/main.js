// The playground: the state of the page, what is derived from it, and drawing it.
import { html, render } from "lit-html";
import { init } from "overheard";
import { usualAddress, usualBaseUrl } from "./ask/connection.js";
import { memberOf } from "./ask/member.js";
import { formOf } from "./form/model.js";
import { byPlace } from "./form/places.js";
import { actions, firstText } from "./page/actions.js";
import { Address } from "./page/address.js";
import { announce } from "./page/announce.js";
import { operations, page, titleOf } from "./page/page.js";
import { Store } from "./page/store.js";
import { applyTheme, isDark, onSystemTheme, storedTheme } from "./page/theme.js";
import { fixesOf } from "./request/fixes.js";
import { countOf } from "./request/problems.js";
import { read } from "./request/reading.js";

const place = document.getElementById("page");
const theme = storedTheme();
applyTheme(theme);

try {
  await init();
  start();
} catch (error) {
  render(html`<p class="alone" role="alert">The playground could not start: ${error.message}</p>`, place);
  // The stack is for developers.
  console.error(error);
}

function start() {
  const names = operations.map(({ name }) => name);
  const address = new Address(names);
  const [operation] = names;
  let view;

  const state = {
    operation,
    text: firstText(operation),
    meta: true,
    ...address.question(),
    // Requests of the operations that are not shown.
    drafts: {},
    requestTab: "form",
    outputTab: "canonical",
    toolForm: "anthropic",
    answerTab: "chart",
    measure: undefined,
    baseUrl: usualBaseUrl(),
    // The edge that served the page, and its public address.
    edge: { baseUrl: usualBaseUrl(), address: usualAddress() },
    secret: "",
    // The member signed in to the dashboard of this edge.
    member: undefined,
    asking: undefined,
    // The last answer of each operation.
    answers: {},
    chartFailure: undefined,
    theme,
    isDark: isDark(theme),
  };
  const store = new Store(state, draw);
  const act = actions(store, () => view, address);
  address.attach(store);

  function draw() {
    const { operation, text } = state;
    const isRead = view?.reading.operation === operation && view.reading.text === text;
    if (!isRead) view = viewOf(state);
    const answer = state.answers[operation];
    view = { ...view, state, answer, isStale: answer !== undefined && answer.body !== view.reading.shaped?.body };
    render(page(view, act), place);
    document.title = `${titleOf(operation)} · Overheard playground`;
    if (!isRead) announce(countOf(view.reading.violations));
    address.follow();
  }

  onSystemTheme(() => store.change({ isDark: isDark(state.theme) }));
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) act.send();
  });
  place.replaceChildren();
  draw();
  memberOf(state.baseUrl).then((member) => member && store.change({ member }));
}

/** Returns the view of the request's text. */
function viewOf({ operation, text }) {
  const reading = read(operation, text);
  const form = reading.isForm ? formOf(operation, reading.value) : undefined;
  const problems = form ? byPlace(form, reading.violations) : new Map();
  const fixes = new Map(form ? reading.violations.map((violation) => [violation, fixesOf(reading, violation)]) : []);
  return { reading, form, problems, fixes };
}
