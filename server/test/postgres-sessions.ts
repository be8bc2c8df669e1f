// Sessions of PostgreSQL that tests use one after the other: beginning one takes the server as long as many a test.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** More than the stores of one test have. */
const MOST_KEPT = 24;

/** What the types of the driver leave out. */
type Connection = pg.Connection & {
  _connecting: boolean;
  _ending: boolean;
  ssl: unknown;
  connect(port: number, host: string): void;
  startup(settings: object): void;
};

interface Session {
  /** Where it is connected to, and with which settings: those cannot be changed later. */
  key: string;
  /** The driver's connection that has begun it. Whatever the server says comes to this one. */
  first: Connection;
  /** Whose it is. */
  holder: Connection | undefined;
  /** Who has just closed it, until the server has forgotten what was set. */
  leaver: Connection | undefined;
  /** How many times the server has still to say that it is ready. */
  owed: number;
  /** What it has said of the session's number. */
  numbered: unknown;
}

const { emit } = EventEmitter.prototype;
const { connect, startup, end, query, sync } = pg.Connection.prototype as Connection;
const kept: Session[] = [];
const sessions = new WeakMap<Connection, Session>();
const places = new WeakMap<Connection, [port: number, host: string]>();

/** From now on a connection of this process that is closed leaves its session to the next one with the same settings. */
export function keepSessions(): void {
  Object.assign(pg.Connection.prototype, keeping);
}

/** Ends the sessions that wait for somebody: where as many are kept as may be, one more is not. */
export function endKept(): void {
  for (const { first } of kept.splice(0)) first.stream.destroy();
}

/** What connections do instead of what the driver's do. */
const keeping = {
  connect(this: Connection, port: number, host: string) {
    // Encryption begins before the settings.
    if (this.ssl) return connect.call(this, port, host);
    places.set(this, [port, host]);
    // Its settings, which come next, tell whether there is a session for it.
    process.nextTick(() => emit.call(this, 'connect'));
  },
  startup(this: Connection, settings: object) {
    const place = places.get(this);
    // Now it is connected.
    if (!place || sessions.has(this)) return startup.call(this, settings);
    const key = JSON.stringify([...place, settings]);
    const session = kept.find((each) => each.key === key);
    if (session) return hand(session, this);
    const begun = { leaver: undefined, owed: 1, numbered: undefined };
    sessions.set(this, { key, first: this, holder: this, ...begun });
    connect.call(this, ...place);
  },
  end(this: Connection) {
    const session = sessions.get(this);
    this._ending = true;
    if (!session || session.owed > 0 || !this.stream.writable || kept.length >= MOST_KEPT) {
      if (session) session.first._ending = true;
      return end.call(this);
    }
    if (session.holder !== this) return;
    Object.assign(session, { holder: undefined, leaver: this });
    this.query('DISCARD ALL');
  },
  query(this: Connection, text: string) {
    owe(this);
    query.call(this, text);
  },
  sync(this: Connection) {
    owe(this);
    sync.call(this);
  },
  emit(this: Connection, event: string, ...said: unknown[]): boolean {
    const session = sessions.get(this);
    if (session?.first !== this) return emit.call(this, event, ...said);
    note(session, event, said[0]);
    const { holder, leaver } = session;
    const hearer = holder ?? (event === 'end' ? leaver : undefined);
    return hearer !== undefined && emit.call(hearer, event, ...said);
  },
};

function hand(session: Session, to: Connection): void {
  forget(session);
  session.holder = to;
  sessions.set(to, session);
  const { stream } = session.first;
  Object.assign(to, { stream, _connecting: true });
  (stream as Socket).ref();
  emit.call(to, 'backendKeyData', session.numbered);
  emit.call(to, 'readyForQuery', { name: 'readyForQuery', status: 'I' });
}

function owe(connection: Connection): void {
  const session = sessions.get(connection);
  if (session) session.owed++;
}

function note(session: Session, event: string, message: unknown): void {
  if (event === 'backendKeyData') session.numbered = message;
  // A server that ends a session says so before.
  if (event === 'end' || event === 'errorMessage') forget(session);
  if (event !== 'readyForQuery') return;
  session.owed--;
  if (session.owed === 0 && session.leaver) keep(session, session.leaver, message as { status: string });
}

function keep(session: Session, leaver: Connection, { status }: { status: string }): void {
  const { stream } = session.first;
  // In a transaction nothing is forgotten.
  if (status !== 'I') return void stream.destroy();
  session.leaver = undefined;
  kept.push(session);
  // It must not keep a finished process alive.
  (stream as Socket).unref();
  emit.call(leaver, 'end');
}

function forget(session: Session): void {
  const index = kept.indexOf(session);
  if (index !== -1) kept.splice(index, 1);
}
