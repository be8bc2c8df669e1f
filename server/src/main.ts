#!/usr/bin/env node
// The `courant` command.
import { keepCompiled } from './cli/compile-cache.ts';
import { widenThreadPool } from './cli/thread-pool.ts';
import { boundYoungHeap } from './cli/young-heap.ts';

widenThreadPool();
boundYoungHeap();
keepCompiled();
// Only now: some of these modules use the thread pool at once, and loading them makes the heap grow.
const { processIo } = await import('./cli/process.ts');
const { run } = await import('./cli/run.ts');

process.exitCode = await run(process.argv.slice(2), processIo());
