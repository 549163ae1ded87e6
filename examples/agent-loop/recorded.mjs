// Runs the loop without a model: a recorded conversation answers in its place.
import { readFileSync } from "node:fs";
import { startPlayer } from "./player.mjs";

const player = await startPlayer(JSON.parse(readFileSync(new URL("conversation.json", import.meta.url), "utf8")));
Object.assign(process.env, { ANTHROPIC_BASE_URL: player.url, ANTHROPIC_API_KEY: "of-nobody", MODEL: "recorded" });
await import("./agent.mjs");
player.stop();
