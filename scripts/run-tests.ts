// Runs test files in several processes at a time, each of a few files, and reports each process as a whole when it ends.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { testGroups } from './test-groups.ts';

export interface Result {
  passed: number;
  failed: number;
}

export interface TestRun {
  root: string;
  /** From `root`. */
  files: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Processes. */
  atOnce: number;
  say(text: string): void;
}

/** No test takes so long, not on the slowest machine: it hangs. */
const TEST_TIMEOUT_MS = 300_000;
/** What a process of many tests may take before it is ended, whatever its tests say. */
const PROCESS_TIMEOUT_MS = 900_000;

export async function runTests(run: TestRun): Promise<Result> {
  // Whoever asks for files that are not there has not had them tested.
  if (run.files.length === 0) return { passed: 0, failed: 1 };
  const total: Result = { passed: 0, failed: 0 };
  const waiting = testGroups(run.root, run.files);
  const worker = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const { passed, failed } = await runGroup(run, group);
      total.passed += passed;
      total.failed += failed;
    }
  };
  await Promise.all(Array.from({ length: run.atOnce }, worker));
  return total;
}

async function runGroup(run: TestRun, files: readonly string[]): Promise<Result> {
  const startedAt = performance.now();
  const { code, output } = await runProcess(run, files);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const [, report = output, summary = ''] = /^(.*\n)?(\S+ tests \d+\n.*)$/s.exec(output) ?? [];
  const passed = closingNumber(summary, 'pass');
  const failed = closingNumber(summary, 'fail') + closingNumber(summary, 'cancelled');
  // What dies, or finds nothing to run, has not passed.
  const hasFailed = failed > 0 || code !== 0 || passed + closingNumber(summary, 'skipped') === 0;
  const end = hasFailed ? `${summary}✖ NOT good, ended with ${code}` : '─ good';
  run.say(`${report}${end}: ${files.join(' ')} (${seconds} s)\n`);
  return { passed, failed: hasFailed ? Math.max(failed, 1) : 0 };
}

/** The number in a line such as `ℹ pass 12` at the end of the runner's report. */
function closingNumber(summary: string, name: string): number {
  return Number(new RegExp(`^\\S+ ${name} (\\d+)$`, 'm').exec(summary)?.[1] ?? 0);
}

function runProcess(
  { root, environment }: TestRun,
  files: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const words = ['--test', '--test-isolation=none', '--test-reporter=spec'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...words, `--test-timeout=${TEST_TIMEOUT_MS}`, ...files], {
      cwd: root,
      env: {
        ...process.env,
        // Each process loads what others have loaded before it.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PROCESS_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
