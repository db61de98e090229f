import { Socket } from 'node:net';
import { StatementSync } from 'node:sqlite';
import type { Order } from './simulated-site.ts';

/**
 * Loaded into a site before its own code. Its clock is what the test says; its writes are counted, fail or are its last, as the
 * test orders; what it does every second or more it does twenty times as often.
 */
const SPEED = 20;
const ports = new Set((process.env.SIMULATED_PORTS ?? '').split(',').map(Number));
const databasePort = Number(process.env.SIMULATED_DATABASE_PORT);
let ahead = Number(process.env.SIMULATED_AHEAD);
let writes = 0;
let killAfter = Infinity;
let failing = new Set<number>();

process.on('message', ({ aheadMs, killAfterWrites, failWrites }: Order) => {
  if (aheadMs !== undefined) ahead = aheadMs;
  if (killAfterWrites !== undefined) killAfter = writes + (killAfterWrites ?? Infinity);
  if (failWrites !== undefined) failing = new Set(failWrites.map((nth) => writes + nth));
  process.send?.({ writes });
});
process.channel?.unref();

const RealDate = Date;
const realNow = RealDate.now;
RealDate.now = () => realNow() + ahead;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [RealDate.now()] : given, made),
});

const realInterval = globalThis.setInterval;
globalThis.setInterval = Object.assign(
  (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    realInterval(work, ms >= 1000 ? ms / SPEED : ms, ...given),
  realInterval,
);

const isWrite = (sql: string) =>
  /^\s*(insert|update|delete|commit)\b|^\s*with\b.*\b(insert|update|delete)\b/is.test(sql);
const SQLITE_FULL = 13;

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** The disk that SQLite writes to. */
for (const name of ['run', 'all', 'get'] as const) {
  const real = StatementSync.prototype[name];
  Object.defineProperty(StatementSync.prototype, name, {
    value(this: StatementSync, ...given: unknown[]) {
      if (!isWrite(this.sourceSQL)) return Reflect.apply(real, this, given);
      writes++;
      if (failing.has(writes))
        throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: SQLITE_FULL });
      const result: unknown = Reflect.apply(real, this, given);
      if (writes === killAfter) end();
      return result;
    },
  });
}

/** What goes to a mail server, and statements that change something to Postgres. */
const realWrite: CallableFunction = Reflect.get(Socket.prototype, 'write');
Object.defineProperty(Socket.prototype, 'write', {
  value(this: Socket, ...given: unknown[]) {
    const { remotePort = 0 } = this;
    if (!ports.has(remotePort) || (remotePort === databasePort && !changes(given[0])))
      return Reflect.apply(realWrite, this, given);
    writes++;
    const result: unknown = Reflect.apply(realWrite, this, given);
    if (failing.has(writes)) setImmediate(() => this.destroy(new Error('The connection was cut')));
    // By then it has gone out, and nothing has come back.
    if (writes === killAfter) setImmediate(end);
    return result;
  },
});

function changes(sent: unknown): boolean {
  return (
    sent instanceof Uint8Array &&
    /\b(insert into|update|delete from|commit)\b/i.test(Buffer.from(sent).toString('latin1'))
  );
}
