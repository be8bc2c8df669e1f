// Runs a few test files in one process, and reports them together when it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Result {
  passed: number;
  failed: number;
}

export interface TestGroup {
  root: string;
  /** Its name for the report; the environment says which database to use. */
  database: string;
  /** Relative to `root`. */
  files: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** No test takes this long, even on the slowest machine (the longest take half a minute on a fast one): it hangs. */
export const TEST_TIMEOUT_MS = 900_000;
/** A process that has said nothing for longer than a test may take hangs outside of its tests. How long it runs in all says nothing. */
const SILENCE_MS = TEST_TIMEOUT_MS + 300_000;
/** How long it then has to say which test it was at. */
const LAST_WORDS_MS = 20_000;
/** Begins what a process says of an error outside of its tests, which the summary may leave out. */
export const DURING = 'During ';

const program = fileURLToPath(new URL('test-process.ts', import.meta.url));

export interface GroupResult extends Result {
  report: string;
  /** Those of its files with tests that failed; none where the process itself went wrong. */
  failedFiles: string[];
}

export async function runGroup(group: TestGroup): Promise<GroupResult> {
  const startedAt = performance.now();
  const { code, output } = await runProcess(group);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const [, said = output, summary = ''] = /^(.*\n)?(\S+ tests \d+\n.*)$/s.exec(output) ?? [];
  const passed = closingNumber(summary, 'pass');
  const failed = closingNumber(summary, 'fail') + closingNumber(summary, 'cancelled');
  // A process that dies, or finds nothing to run, has not passed.
  const hasFailed = code !== 0 || passed + closingNumber(summary, 'skipped') === 0;
  const end = hasFailed ? `${summary}✖ NOT good, ended with ${code}` : '─ good';
  return {
    report: `${said}${end} on ${group.database}: ${group.files.join(' ')} (${seconds} s)\n`,
    passed,
    failed: hasFailed ? Math.max(failed, 1) : 0,
    failedFiles: output.includes(DURING)
      ? []
      : group.files.filter((file) => summary.includes(`\ntest at ${file}:`)),
  };
}

/** The number in a line such as `ℹ pass 12` at the end of the runner's report. */
function closingNumber(summary: string, name: string): number {
  return Number(new RegExp(`^\\S+ ${name} (\\d+)$`, 'm').exec(summary)?.[1] ?? 0);
}

function runProcess({
  root,
  environment,
  files,
}: TestGroup): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...files], {
      cwd: root,
      env: {
        ...process.env,
        // Processes share the compiled code.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const watch = endWhenSilent(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        watch.heard();
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      watch.stop();
      resolve({ code, output });
    });
  });
}

function endWhenSilent(child: ChildProcess): { heard(): void; stop(): void } {
  let lastWords: NodeJS.Timeout | undefined;
  const silence = setTimeout(() => {
    child.kill('SIGINT');
    lastWords = setTimeout(() => child.kill('SIGKILL'), LAST_WORDS_MS);
  }, SILENCE_MS);
  return {
    heard() {
      if (!lastWords) silence.refresh();
    },
    stop() {
      clearTimeout(silence);
      clearTimeout(lastWords);
    },
  };
}
