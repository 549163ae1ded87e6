#!/usr/bin/env node
// The command of the package: what a desktop agent starts.
import { run } from "../src/mcp/command.js";

process.exitCode = await run(process.argv.slice(2), process);
