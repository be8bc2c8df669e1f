#!/usr/bin/env node
// The `courant` command.
import { processIo } from './cli/process.ts';
import { run } from './cli/run.ts';

process.exitCode = await run(process.argv.slice(2), processIo());
