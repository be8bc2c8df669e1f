// What deploy/ says is true: paths exist, settings and commands are ours, ports agree, and dashboards and alerts use our metrics.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../src/cli/command.ts';
import { commands } from '../src/cli/run.ts';
import { describeConfig } from '../src/config.ts';
import { openEvents } from '../src/events.ts';
import { openImagesDoor } from '../src/http/images/routes.ts';
import { openMetrics } from '../src/metrics/metrics.ts';
import { assertNone } from './assert-none.ts';
import { fakeClock } from './fake-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { temporarySqlite } from './temporary-sqlite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const units = globSync('deploy/systemd/*', { cwd: root });
const all = globSync('deploy/**/*.*', { cwd: root }).concat('deploy/Dockerfile', 'deploy/proxy/Caddyfile');

/** Files that are made while the image is built, or the service installed. */
const MADE = new Set(['node_modules', 'reader/dist', 'server/dist/main.js']);

test('what the image copies is there, and is not left out of what Docker is given', () => {
  const copied = [...dockerfile.matchAll(/^COPY (--from=\S+ )?(.+) \S+$/gm)].flatMap(([, from, paths = '']) =>
    paths.split(' ').map((path) => ({ isOfStage: from !== undefined, path: path.replace(/^\/app\//, '') })),
  );
  assert.ok(copied.length > 12);
  assert.deepEqual(
    copied.filter(({ path }) => !MADE.has(path) && !existsSync(join(root, path))),
    [],
  );
  const given = [...read('deploy/Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(
    ([, path = '']) => path,
  );
  const missing = copied
    .filter(({ isOfStage }) => !isOfStage)
    .filter(({ path }) => !given.some((each) => `${path}/`.startsWith(`${each}/`)));
  assert.deepEqual(missing, []);
  for (const [, script = ''] of dockerfile.matchAll(/\bnode ([\w/.]+\.m?[jt]s)\b/g))
    assert.ok(existsSync(join(root, script)), script);
});

test('what builds and what runs comes without the packages for development, and what runs has no way to get more', () => {
  const needed = (path: string): string[] =>
    Object.keys((JSON.parse(read(path)) as { dependencies: Record<string, string> }).dependencies);
  assert.ok(needed('reader/package.json').includes('esbuild'));
  assert.ok(needed('server/package.json').includes('@courant/reader'));
  const [, build = '', final = ''] = dockerfile.split(/^FROM /m);
  assert.match(build, /npm ci --omit=dev --ignore-scripts/);
  assert.match(final, /^USER node$/m);
  assert.doesNotMatch(final, /\b(npm|curl|wget|apt-get)\b/);
});

test('every setting that is named anywhere in it is one', () => {
  const known = new Set(describeConfig({}).map(({ variable }) => variable));
  const unknown = all.flatMap((path) =>
    [...read(path).matchAll(/\bCOURANT_[A-Z_]+\b/g)]
      .map(([name]) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test('the ports of the image, of its check, of compose and of the proxy are one', () => {
  const port = /COURANT_LISTEN=0\.0\.0\.0:(\d+)/.exec(dockerfile)?.[1] ?? '';
  const others = [
    /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1],
    /127\.0\.0\.1:(\d+)\/health\/ready/.exec(dockerfile)?.[1],
    /"127\.0\.0\.1:\d+:(\d+)"/.exec(read('deploy/compose.yaml'))?.[1],
    /dynamic a api (\d+)/.exec(read('deploy/proxy/Caddyfile'))?.[1],
  ];
  assert.deepEqual(
    others,
    others.map(() => port),
  );
  const metrics = /COURANT_METRICS: 0\.0\.0\.0:(\d+)/.exec(read('deploy/compose.postgres.yaml'))?.[1];
  assert.equal(metrics, /127\.0\.0\.1:(\d+)/.exec(metricsSetting())?.[1]);
});

function metricsSetting(): string {
  return describeConfig({}).find(({ variable }) => variable === 'COURANT_METRICS')?.meaning ?? '';
}

test('every setting that an image or a compose file does not fix can be given in the file that every command reads', () => {
  const ofImage = [...dockerfile.matchAll(/\b(COURANT_[A-Z_]+)=/g)].map(([, name]) => name);
  for (const path of globSync('deploy/compose*.yaml', { cwd: root })) {
    const named = [...read(path).matchAll(/^ +(COURANT_[A-Z_]+):(.*)$/gm)];
    const fixed = new Set([...ofImage, ...named.filter(([, , value]) => value).map(([, name]) => name)]);
    // Compose passes on what has no value here, if that file has one.
    const passedOn = named.filter(([, , value]) => !value).map(([, name]) => name);
    const settings = describeConfig({}).map(({ variable }) => variable);
    assert.ok(fixed.has('COURANT_PUBLIC_URL'), path);
    assert.deepEqual(
      passedOn,
      settings.filter((name) => !fixed.has(name)),
      path,
    );
  }
});

test('no container keeps its log for ever', () => {
  for (const path of globSync('deploy/compose*.yaml', { cwd: root })) {
    const [before = '', after = ''] = read(path).split(/^services:$/m);
    const services = (after.split(/^\w/m)[0] ?? '').split(/^ {2}(?=\w+:$)/m).slice(1);
    assert.ok(services.length > 0, path);
    const bound = /logging:|<<: \*courant/;
    assert.deepEqual(
      services.filter((service) => !bound.test(service)),
      [],
      path,
    );
    if (before.includes('&courant')) assert.match(before, /&courant\n( .*\n)* {2}logging:/);
    assert.match(read(path), /driver: local\n +options:\n +max-size: \d+m\n +max-file: "\d+"\n/);
  }
});

test('the commands that containers and units run are ours, with options that they have', () => {
  const typed = [
    ...globSync('deploy/compose*.yaml', { cwd: root })
      .flatMap((path) => [...read(path).matchAll(/command: (\[.*\])/g)])
      .map(([, words = '[]']) => JSON.parse(words) as string[]),
    ...units
      .flatMap((path) => [...read(path).matchAll(/^ExecStart=\S+node \/opt\/courant\/(\S+) (.+)$/gm)])
      .map(([, program = '', words = '']) => {
        assert.ok(MADE.has(program) || existsSync(join(root, program)), program);
        return words.split(' ');
      }),
  ];
  assert.equal(typed.length, 5);
  for (const words of typed) {
    const command = commands.find(({ name }) => name === words[0]);
    const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    assert.deepEqual(
      options.filter((name) => !command || !(name in command.options)),
      [],
      words.join(' '),
    );
  }
});

test('a restore into PostgreSQL has its copy of the instance on a disk, not in memory', () => {
  const [, backup = ''] = /\n {2}backup:\n((?: {4}.*\n)+)/.exec(read('deploy/compose.postgres.yaml')) ?? [];
  const volume = /^ {4}- backups:(\S+)$/m.exec(read('deploy/compose.postgres.yaml'))?.[1];
  assert.match(backup, /command: \["backup"/);
  assert.equal(/TMPDIR: (\S+)/.exec(backup)?.[1], volume);
});

test('what compose has to be told is written once, into a file that every command reads and nobody publishes', () => {
  const operations = read('docs/operations.md');
  for (const path of globSync('deploy/compose*.yaml', { cwd: root })) {
    const wanted = new Set([...read(path).matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name));
    assert.ok(wanted.size > 0);
    const head = /^(#.*\n)+/.exec(read(path))?.[0] ?? '';
    assert.match(head, /deploy\/\.env/);
    for (const name of wanted) {
      assert.match(head, new RegExp(`\\b${name}\\b`), path);
      assert.match(operations, new RegExp(`^${name}=`, 'm'), path);
    }
    // Variables given to one command only are missing in the next.
    for (const text of [head, operations]) assert.doesNotMatch(text, /=\S+ docker compose/);
  }
  assert.match(read('.gitignore'), /^\/deploy\/\.env$/m);
  const [first, ...given] = read('deploy/Dockerfile.dockerignore').match(/^[^#\n]+$/gm) ?? [];
  assert.equal(first, '*');
  assert.ok(!given.some((each) => /^!(deploy|\.env)/.test(each)));
});

test('systemd finds no fault in the units', {
  skip: spawnSync('systemd-analyze', ['--version']).error !== undefined,
}, (t) => {
  const folder = temporaryFolder(t);
  const node = `"${process.execPath.replaceAll('%', '%%')}"`;
  const copies = units.map((path) => {
    const copy = join(folder, basename(path));
    // Whatever the umask, it must not be writable for everyone.
    writeFileSync(copy, read(path).replaceAll('/opt/courant/node_modules/.bin/node', node), { mode: 0o644 });
    return copy;
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...copies], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
});

test('a service whose settings are wrong is not started again every five seconds until somebody mends them', () => {
  const unit = read('deploy/systemd/courant.service');
  assert.match(unit, /^Restart=always$/m);
  assert.equal(/^RestartPreventExitStatus=(.+)$/m.exec(unit)?.[1], String(exitCodes.config));
});

test('a backup that is made up for after a start waits for what the service waits for', () => {
  const waits = units
    .filter((path) => path.endsWith('.service'))
    .map((path) => read(path).match(/^(After|Wants)=.*$/gm));
  assert.equal(waits.length, 2);
  assert.ok(waits[0]);
  assert.deepEqual(waits[0], waits[1]);
});

test('who is alarmed that we are slow is not alarmed by pictures, which wait for the sites that they are from', () => {
  const [expr = ''] = /histogram_quantile\(.+$/m.exec(read('deploy/prometheus/courant.rules.yml')) ?? [];
  const left = /courant_http_request_duration_seconds_bucket\{door!="(\w+)"\}/.exec(expr)?.[1];
  const pictures = openImagesDoor({} as Parameters<typeof openImagesDoor>[0]);
  assert.equal(left, pictures.name);
});

test('no alert waits twice: a time that its query looks back over comes on top of the one for which it must hold', () => {
  const alerts = read('deploy/prometheus/courant.rules.yml').split('- alert: ').slice(1);
  const twice = alerts.filter((alert) => /min_over_time\(/.test(alert) && /for: /.test(alert));
  assert.deepEqual(
    twice.map((alert) => /^\w+/.exec(alert)?.[0]),
    [],
  );
});

test('every query of the board and of the alerts names a metric that exists, and each metric is in one', async (t) => {
  const clock = fakeClock();
  const { store } = await temporarySqlite(t, clock);
  const metrics = openMetrics({ clock, version: '9.9.9' });
  t.after(() => metrics.close());
  const pool = () => ({ busy: 0, idle: 0, waiting: 0 });
  const text = await metrics.write({ store: { ...store, pool }, events: openEvents() });
  const kinds = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const known = new Set(
    kinds.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
  const board = JSON.parse(read('deploy/grafana/courant.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const queries = [
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...read('deploy/prometheus/courant.rules.yml').matchAll(/expr: (.+)$/gm)].map(
      ([, expr = '']) => expr,
    ),
  ];
  assert.ok(queries.length > 30);
  const named = queries.flatMap((query) => query.match(/\b(courant|process|nodejs)_\w+/g) ?? []);
  assertNone(
    named.filter((name) => !known.has(name)),
    'No metric in server/src/metrics/ has these names.',
  );
  assertNone(
    kinds.map(([, name = '']) => name).filter((name) => !named.some((each) => each.startsWith(name))),
    'Show these in a panel of deploy/grafana/courant.json, or in an alert of deploy/prometheus/courant.rules.yml.',
  );
});
