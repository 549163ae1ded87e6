// A peer in every mode: what its users write around it.

const decoder = new TextDecoder();
const NO_JSON = "the body is not valid JSON";

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Answers come flat or wrapped. */
const unwrapped = (answer) => (Array.isArray(answer?.result) ? answer.result[0]?.data : answer);

/** @param {{ check, shape }} requests @param {{ read }} answers */
export function peer(name, { check, shape }, { read }) {
  const checkText = (operation, text) => {
    const body = parsed(text);
    return body === undefined ? NO_JSON : check(operation, body);
  };
  const shapeText = (operation, text) => shape(operation, parsed(text));
  return {
    name,
    modes: {
      check_text: (operation, { text }) => checkText(operation, text),
      check_bytes: (operation, { bytes }) => checkText(operation, decoder.decode(bytes)),
      check_object: (operation, { object }) => check(operation, object),
      shape_text: (operation, { text }) => shapeText(operation, text),
      shape_bytes: (operation, { bytes }) => shapeText(operation, decoder.decode(bytes)),
      shape_object: (operation, { object }) => shape(operation, object),
      decode_text: (operation, { text }) => read(operation, unwrapped(JSON.parse(text))),
      decode_object: (operation, { object }) => read(operation, unwrapped(object)),
    },
  };
}

/** What decoding costs at least: reading the text, and checking nothing. */
export const bareParse = { name: "JSON.parse", modes: { decode_text: (_operation, { text }) => JSON.parse(text) } };
