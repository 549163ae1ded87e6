// The smaller module agrees with the native core. It runs in a process of its own, because a process has one core.
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { check, init, shape } from "../../pkg/src/entries/data.js";
import { inRoot } from "../../scripts/project.mjs";
import { REQUESTS, assertParity, mutatedRequests } from "./support/parity.mjs";

before(() => init(readFileSync(inRoot("pkg", "dist", "data.wasm"))));

test(`${REQUESTS} mutated requests: the smaller module agrees with the native core`, () =>
  assertParity({ check, shape }, mutatedRequests()));
