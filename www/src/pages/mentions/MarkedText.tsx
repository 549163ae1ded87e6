// Text in which the occurrences of terms are marked.
import { Fragment } from "react";
import { splitAtTerms } from "./matched-words.ts";

export const MarkedText = ({ text, terms }: { text: string; terms: string[] }) =>
  splitAtTerms(text, terms).map((piece, at) => (
    <Fragment key={at}>{at % 2 === 1 ? <mark>{piece}</mark> : piece}</Fragment>
  ));
