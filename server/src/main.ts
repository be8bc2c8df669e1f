#!/usr/bin/env node
// The `courant` command.
import { widenThreadPool } from './cli/thread-pool.ts';

widenThreadPool();
// Only now: some of what these bring in puts the pool to work at once, and then its size is settled.
const { processIo } = await import('./cli/process.ts');
const { run } = await import('./cli/run.ts');

process.exitCode = await run(process.argv.slice(2), processIo());
