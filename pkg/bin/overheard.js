#!/usr/bin/env node
// The package's command, which a desktop agent starts.
import { run } from "../src/mcp/command.js";

process.exitCode = await run(process.argv.slice(2), process);
