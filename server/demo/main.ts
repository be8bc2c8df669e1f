// `npm run demo`: a throw-away instance with sites of its own to follow. `--walk` runs the commands that are otherwise printed.
import { readCommandLine, wholeNumber } from '../../scripts/command-line.ts';
import { type Demo, openDemo } from './instance.ts';
import { stepsFor } from './steps.ts';
import { walk } from './walk.ts';

/** The highest TCP port. */
const LAST_PORT = 65_535;

const values = readCommandLine('npm run demo --', {
  walk: { type: 'boolean', about: 'Run the lines that are printed otherwise, and end.' },
  port: {
    type: 'string',
    about: 'The port to listen on, 0: a free one; without it 8080, or a free one if that is taken.',
  },
});
const port = values.port === undefined ? undefined : wholeNumber('port', values.port, LAST_PORT, 0);
const stopped = Promise.withResolvers<'stopped'>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopped.resolve('stopped'));
}
// The reader of the output is gone: `npm run demo | head`, or a closed window.
process.stdout.on('error', () => stopped.resolve('stopped'));

const demo = await openDemo(port);
if (values.walk) {
  const ended = await Promise.race([walk(stepsFor(demo), { folder: demo.folder, say }), stopped.promise]);
  await demo.close();
  process.exit(ended === true ? 0 : 1);
} else {
  introduce(demo);
  await stopped.promise;
  say('\n');
  await demo.close();
  // Does not wait for what is under way: everything that it could store is about to be removed.
  process.exit(0);
}

function introduce({ url, name, password, sites }: Demo): void {
  const width = Math.max(...[...sites.values()].map((site) => site.title.length));
  const list = [...sites.values()].map((site) => `  ${site.title.padEnd(width)}  ${site.url}\n`);
  say(`Courant is at ${url} until you press Ctrl-C; nothing is kept.
Sign in as ${name} with the password ${password}.

Sites to follow:
${list.join('')}
The main job, line by line, to be pasted into a shell:

`);
  for (const { about, lines } of stepsFor(demo)) say(`# ${about}\n${lines.join('\n')}\n\n`);
}

function say(text: string): void {
  process.stdout.write(text);
}
