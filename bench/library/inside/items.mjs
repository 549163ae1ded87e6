// What is timed, in every form that a caller may have it in.
import { TEXTS } from "../cases/answers.mjs";
import { REQUESTS } from "../cases/requests.mjs";

const encoder = new TextEncoder();
/** Of each request there are a few that are equal and not the same, as callers have them. */
const COPIES = 4;

const requestItem = ({ operation, body }) => {
  const text = JSON.stringify(body);
  return { operation, text, bytes: encoder.encode(text), object: JSON.parse(text) };
};
const copies = (request) => Array.from({ length: COPIES }, () => requestItem(request));
const requestItems = (ofClass) => REQUESTS.filter((request) => request.class === ofClass).flatMap(copies);
const answerItems = (ofClass) =>
  TEXTS.filter((answer) => answer.class === ofClass).map(({ operation, text }) => ({
    operation,
    text,
    object: JSON.parse(text),
  }));

const made = new Map();

/** The items of a class in a mode; the same ones every time. */
export function itemsOf(mode, ofClass) {
  const isAnswer = mode.startsWith("decode");
  const key = isAnswer ? `decode ${ofClass}` : ofClass;
  if (!made.has(key)) made.set(key, isAnswer ? answerItems(ofClass) : requestItems(ofClass));
  return made.get(key);
}
