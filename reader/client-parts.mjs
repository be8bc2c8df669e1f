// Plugins of esbuild: which parts of the client the reader's bundle leaves out, and which are loaded after the list.
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Parts of the client that the reader never uses: checks of the contract, which would bring in the schemas, and tokens, because people
 * sign in on the service's pages. Items come with the addresses of their pictures, and lists are asked for page by page.
 */
const unusedOfClient = {
  'validation.ts': 'export {}',
  'sign-in.ts': 'export const createSignIn = () => ({}); export const renewTokens = undefined;',
  'session.ts': `const none = () => undefined; export const untilAborted = (promise) => promise;
    export const createSession = () => ({ current: none, canRenew: none, ready: async () => undefined });`,
  'sign-in-routes.ts': 'export const signInRoutes = {};',
  'walk.ts': 'export const walk = undefined;',
  'images.ts': 'export const imagesRoutes = {}; export const imagesMethods = () => ({});',
};

export const withoutUnused = {
  name: 'without-unused',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve(
      { filter: /^\.\.?\/(?:validation|sign-in|sign-in-routes|session|walk|extensions\/images)\.ts$/ },
      ({ path, importer }) =>
        importer.includes('/client/') ? { path: basename(path), namespace: 'nothing' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, ({ path }) => ({
      contents: unusedOfClient[/** @type {keyof typeof unusedOfClient} */ (path)],
    }));
  },
};

/**
 * Parts of the client that only screens call: file name → property name. They are loaded after the list, in one chunk. Where the client
 * copies the methods into `feeds`, or one may be called sooner, their names stand here instead: there has to be something to copy, or to call.
 */
const laterOfClient = {
  account: 'account',
  activity: ['pulses', 'pulse', 'activity'],
  admin: 'admin',
  'app-passwords': 'appPasswords',
  'full-text': 'fullText',
  health: 'health',
  journal: ['undo'],
  playback: 'playback',
  preview: ['preview'],
  retention: 'retention',
  search: 'search',
  tags: 'tags',
  transfer: 'transfer',
};

const client = resolve(root, '../client/src');

export const clientLater = {
  name: 'client-later',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    const file = new RegExp(`^\\./extensions/(${Object.keys(laterOfClient).join('|')})\\.ts$`);
    build.onResolve({ filter: file }, ({ path, importer }) =>
      importer.includes('/client/') ? { path: basename(path, '.ts'), namespace: 'later-part' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'later-part' }, ({ path }) => {
      const part = laterOfClient[/** @type {keyof typeof laterOfClient} */ (path)];
      const [name, copied] = typeof part === 'string' ? [part, []] : [path, part];
      const contents = `import { partOf } from 'part-of';
        export const ${name}Routes = {};
        export const ${name}Methods = partOf(${JSON.stringify(name)}, ${JSON.stringify(copied)});`;
      return { contents, resolveDir: root };
    });
    build.onResolve({ filter: /^part-of$/ }, ({ path }) => ({ path, namespace: 'part-of' }));
    build.onLoad({ filter: /.*/, namespace: 'part-of' }, () => ({
      // When they are loaded, the routes of a part are added to those of the client (client/src/routes.ts).
      contents: `import { later } from ${JSON.stringify(`${root}src/data/later-client.ts`)};
        import { routes } from ${JSON.stringify(`${client}/routes.ts`)};
        // A declaration, because the routes import the parts, which are created with it.
        export function partOf(name, copied) {
          return (call) => later(async () => {
            const parts = await import('later-parts');
            Object.assign(routes, parts[name + 'Routes']);
            return parts[name + 'Methods'](call);
          }, copied);
        }`,
      resolveDir: root,
    }));
    build.onResolve({ filter: /^later-parts$/ }, ({ path }) => ({ path, namespace: 'later-parts' }));
    build.onLoad({ filter: /.*/, namespace: 'later-parts' }, () => ({
      // On top of the entry, like everything that is loaded later (build.mjs): otherwise modules that both need become a file of their own.
      contents: [
        `import ${JSON.stringify(`${root}src/main.tsx`)};`,
        ...Object.keys(laterOfClient).map(
          (path) => `export * from ${JSON.stringify(`${client}/extensions/${path}.ts`)};`,
        ),
      ].join('\n'),
      resolveDir: root,
    }));
  },
};

/** The event stream: it is opened after the list is shown, so the code that opens and follows it is loaded then. */
const streamOfClient = {
  'event-stream.ts': `export const createOpener = (options) => async (call) =>
    (await import('later-stream')).createOpener(options)(call);`,
  'follow.ts': `export const pauseByChance = undefined;
    export const createFollower = (options) => async function* (...call) {
      const { createFollower, pauseByChance } = await import('later-stream');
      yield* createFollower({ ...options, pause: options.pause ?? pauseByChance })(...call);
    };`,
};

export const streamLater = {
  name: 'stream-later',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\.\/(?:event-stream|follow)\.ts$/ }, ({ path, importer }) =>
      importer === `${client}/client.ts`
        ? { path: basename(path), namespace: 'later-stream-part' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'later-stream-part' }, ({ path }) => ({
      contents: streamOfClient[/** @type {keyof typeof streamOfClient} */ (path)],
    }));
    build.onResolve({ filter: /^later-stream$/ }, ({ path }) => ({ path, namespace: 'later-stream' }));
    build.onLoad({ filter: /.*/, namespace: 'later-stream' }, () => ({
      contents: `import ${JSON.stringify(`${root}src/main.tsx`)};
        export { createOpener } from ${JSON.stringify(`${client}/event-stream.ts`)};
        export { createFollower, pauseByChance } from ${JSON.stringify(`${client}/follow.ts`)};`,
      resolveDir: root,
    }));
  },
};
