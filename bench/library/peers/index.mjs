// The validators that people would have picked, and what they are called.
export const PEERS = {
  ajv: "Ajv",
  typebox: "TypeBox",
  arktype: "ArkType",
  zod: "Zod",
  "zod-mini": "zod/mini",
  valibot: "Valibot",
};
