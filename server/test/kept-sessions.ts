// Hands a session of PostgreSQL on from one house to the next: a new one takes ten times as long as most statements, and has to
// read again what it knows of every table.
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import pg from 'pg';

/** More than the houses of one test have open; what is beyond is closed. */
const MAX_KEPT = 16;
/** PostgreSQL's protocol, §54.7: ReadyForQuery outside of a transaction, Terminate, and a Query. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const TERMINATE = Buffer.from('X\0\0\0\x04', 'latin1');
const DISCARD_ALL = Buffer.from('Q\0\0\0\x10DISCARD ALL\0', 'latin1');

interface Session {
  socket: Socket;
  /** What it was begun with: the database, its user and all settings. */
  startup: Buffer;
  /** What the server answered to that, which is what the next one is told. */
  greeting: Buffer;
  /** Whether it says who it is without being asked: an answer to a question holds for once. */
  isGreeted: boolean;
  isAsked: boolean;
  /** Nothing is under way, not even a transaction. */
  isReady: boolean;
}

/**
 * From now on, sessions at this address are kept. What goes by another way, as through a proxy, is not. `socket`: the path
 * at which the same server listens, or nothing.
 */
export function keepSessions(address: string, socket = ''): void {
  const { hostname, port } = new URL(address);
  const to = socket ? { path: socket } : { host: hostname, port: Number(port) };
  const kept: Session[] = [];
  const prototype: object = pg.Client.prototype;
  const original = Reflect.get(prototype, 'connect') as (...given: unknown[]) => unknown;
  Object.defineProperty(prototype, 'connect', {
    value(this: pg.Client, ...given: unknown[]) {
      if (this.host === hostname && this.port === Number(port))
        Reflect.set(Reflect.get(this, 'connection') as object, 'stream', new KeptStream(to, kept));
      return original.apply(this, given);
    },
  });
}

/** To the driver a socket; its end is not the end of the session. */
class KeptStream extends Duplex {
  readonly #to: NetConnectOpts;
  readonly #kept: Session[];
  #session: Session | undefined;
  #hasTerminated = false;
  readonly #leave: (() => void)[] = [];

  constructor(to: NetConnectOpts, kept: Session[]) {
    super({ allowHalfOpen: false });
    this.#to = to;
    this.#kept = kept;
  }

  /** As a socket has them; the driver calls nothing else. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): void {
    this.#session?.socket.ref();
  }
  unref(): void {
    this.#session?.socket.unref();
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.#send(bytes);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  /** Whoever waits for the end finds the session handed on. */
  override _final(done: () => void): void {
    const end = (): void => {
      this.push(null);
      done();
    };
    if (this.#session && this.#hasTerminated) this.#handOn(this.#session, end);
    else end();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const session = this.#session;
    if (session) {
      this.#letGo();
      session.socket.destroy();
    }
    done(error);
  }

  #send(bytes: Buffer): void {
    const session = this.#session;
    if (!session) this.#begin(bytes);
    else if (bytes.equals(TERMINATE)) this.#hasTerminated = true;
    else {
      session.isAsked ||= !session.isGreeted;
      session.isReady = false;
      session.socket.write(bytes);
    }
  }

  #begin(startup: Buffer): void {
    const place = this.#kept.findIndex((each) => each.startup.equals(startup));
    const [known] = place < 0 ? [] : this.#kept.splice(place, 1);
    if (known) {
      this.#take(known);
      this.push(known.greeting);
      return;
    }
    const session = begin(startup, this.#to);
    // Also while it is nobody's.
    session.socket
      .on('error', () => {})
      .once('close', () => {
        const place = this.#kept.indexOf(session);
        if (place >= 0) this.#kept.splice(place, 1);
      });
    this.#take(session);
  }

  #take(session: Session): void {
    const { socket } = session;
    this.#session = session;
    socket.ref();
    this.#on(socket, 'data', (bytes: Buffer) => {
      if (!session.isGreeted) session.greeting = Buffer.concat([session.greeting, bytes]);
      session.isReady = bytes.subarray(-READY.length).equals(READY);
      session.isGreeted ||= session.isReady;
      this.push(bytes);
    });
    this.#on(socket, 'error', (error: Error) => this.destroy(error));
    this.#on(socket, 'close', () => this.destroy());
  }

  #on<Given>(socket: Socket, event: string, fn: (given: Given) => void): void {
    socket.on(event, fn);
    this.#leave.push(() => socket.off(event, fn));
  }

  #letGo(): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.#session = undefined;
  }

  /** As good as new: what was set, locked, listened to and prepared is forgotten. */
  #handOn(session: Session, done: () => void): void {
    this.#letGo();
    const { socket } = session;
    const kept = this.#kept;
    if (!session.isReady || session.isAsked || kept.length >= MAX_KEPT) {
      socket.once('close', done).end(TERMINATE);
      return;
    }
    let answered = Buffer.alloc(0);
    const look = (bytes: Buffer): void => {
      answered = Buffer.concat([answered, bytes]);
      if (!answered.subarray(-READY.length).equals(READY)) return;
      socket.off('data', look).off('close', done);
      kept.push(session);
      socket.unref();
      done();
    };
    socket.on('data', look).on('close', done);
    socket.write(DISCARD_ALL);
  }
}

function begin(startup: Buffer, to: NetConnectOpts): Session {
  const socket = connect(to).setNoDelay(true);
  socket.write(startup);
  return { socket, startup, greeting: Buffer.alloc(0), isGreeted: false, isAsked: false, isReady: false };
}
