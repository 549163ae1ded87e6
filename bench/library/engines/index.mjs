// The engines by name. Each is loaded when it is asked for: what one needs need not be there for another.
export const ENGINES = {
  node: async (before) => (await import("./node.mjs")).startNode(before),
  chromium: async () => (await import("./chromium.mjs")).startChromium(),
  workerd: async () => (await import("./workerd.mjs")).startWorkerd(),
};
