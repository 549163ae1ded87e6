// Compiles the texts of the dashboard. Each English text stays where it is used, so that English needs no catalogue.
// Other languages load a catalogue, which has a translation for the id of each text.
import { transformAsync } from "@babel/core";
import macros from "@lingui/babel-plugin-lingui-macro";
import { makeConfig } from "@lingui/conf";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import config from "./lingui.config.mjs";

const linguiConfig = makeConfig(config);

const nameOf = ({ key }) => key?.name ?? key?.value;

/** Babel plugin that compiles the text of each message which the macros wrote. */
const compileTexts = ({ types }) => ({
  visitor: {
    ObjectExpression({ node }) {
      if (!node.leadingComments?.some(({ value }) => /^\*?\s*i18n\s*$/.test(value))) return;
      node.properties = node.properties.filter((property) => nameOf(property) !== "context");
      const text = node.properties.find((property) => nameOf(property) === "message");
      if (types.isStringLiteral(text?.value)) text.value = types.valueToNode(compileMessageOrThrow(text.value.value));
    },
  },
});

/** Vite plugin that replaces the macros `t`, `plural`, `Trans` and so on by calls. */
export const texts = () => ({
  name: "texts",
  enforce: "pre",
  transform: {
    filter: { id: /\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
    async handler(source, id) {
      const { code, map } = await transformAsync(source, {
        filename: id,
        babelrc: false,
        configFile: false,
        sourceMaps: true,
        parserOpts: { plugins: id.endsWith("x") ? ["typescript", "jsx"] : ["typescript"] },
        plugins: [[macros, { descriptorFields: "message", linguiConfig }], compileTexts],
      });
      return { code, map };
    },
  },
});

/** Vite plugin that compiles a catalogue to its translations by the ids of their texts. */
export const catalogues = () => ({
  name: "catalogues",
  transform: {
    filter: { id: /\.po$/ },
    async handler(source) {
      const entries = Object.entries(await config.format.parse(source, {}));
      const messages = Object.fromEntries(
        entries
          .filter(([, { translation }]) => translation)
          .map(([id, { translation }]) => [id, compileMessageOrThrow(translation)]),
      );
      return { code: `export const messages = ${JSON.stringify(messages)};`, map: null, moduleType: "js" };
    },
  },
});
