// Prints style statistics of an area's comments: `node tests/language/report.mjs [AREA or path] [--list]`.
import { AREAS, commentLines, filesOf, isFronted, longSentences } from "./comments.mjs";

const root = process.cwd();
const list = process.argv.includes("--list");
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));

for (const area of wanted.length > 0 ? wanted : AREAS) {
  let [comments, fronted, long] = [0, 0, 0];
  for (const path of filesOf(root, area)) {
    const lines = commentLines(root, path);
    comments += lines.length;
    for (const { line, text } of lines.filter((found) => isFronted(found.text))) {
      fronted += 1;
      if (list) console.log(`${path}:${line}: begins with a relative word: ${text}`);
    }
    for (const { line, words, sentence } of longSentences(lines)) {
      long += 1;
      if (list) console.log(`${path}:${line}: ${words} words: ${sentence}`);
    }
  }
  const percent = ((100 * fronted) / comments).toFixed(1);
  console.log(
    `${area}: ${fronted} of ${comments} comment lines begin with a relative word (${percent} %), ${long} long sentences`,
  );
}
