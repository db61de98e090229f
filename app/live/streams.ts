import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECRET_HEADERS } from '../addresses.ts';
import { whoIsNotified, type Change, type Topic } from '../domain/topics.ts';
import type { Actor } from '../domain/actor.ts';
import { can, canOn, ROLES, type Role } from '../domain/roles.ts';
import { countedNetwork } from '../http/listen/client-address.ts';
import { createNetworkQuota, type NetworkQuota, type QuotaLimits } from '../limits/network-quota.ts';
import { reportError } from '../telemetry/report-error.ts';
import type { Bus } from './bus.ts';

/** A helper's phone: it hears that something changed at its door, but not what. */
interface DoorStream {
  linkId: string;
  eventKey: string;
  formId: string | null;
  /** Epoch milliseconds. */
  until: number;
}

export interface StreamsOptions {
  bus: Bus;
  /** undefined for a token that leads to no door, 'limited' after too many of those. */
  findDoor?: (token: string, request: IncomingMessage) => Promise<DoorStream | 'limited' | undefined>;
  trustedProxies?: string[];
  most?: QuotaLimits;
  /** The committees whose events a change is about: their people hear of their own events only. 'all' for all of them. */
  committeesOf?: (change: Change) => Promise<(string | null)[] | 'all'>;
  whoAsks: (cookies: string | undefined) => Promise<Actor | null>;
}

interface Stream {
  response: ServerResponse;
  actor: Pick<Actor, 'uid' | 'role' | 'committees'> | null;
  door?: DoorStream | undefined;
  /** Epoch milliseconds. A stream does not outlive its session by much. */
  ends: number;
}

/** Enough for a campus behind one address, while no single network can take all streams. */
const MOST_OPEN = { perNetwork: 2000, inAll: 15_000 };
const PING_MS = 25_000;
const LIFETIME_MS = 3_600_000;
/** A browser that leaves this many bytes unread is disconnected; it catches up when it reconnects. */
const MOST_WAITING = 1024 * 1024;
/** From this many streams on, pages spread their requests over `SPREAD_MS`. */
const CROWD = 100;
const SPREAD_MS = 1000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // A proxy that buffers answers would hold the stream back.
  'x-accel-buffering': 'no',
};
const DOOR_CHANGED = Buffer.from('event: change\ndata: {"topic":"door","key":""}\n\n');
const PING = Buffer.from(': ping\n\n');

/** Encodes each change once and writes the same bytes to everyone it concerns. */
export class Streams {
  readonly #whoAsks: StreamsOptions['whoAsks'];
  readonly #findDoor: NonNullable<StreamsOptions['findDoor']>;
  readonly #committeesOf: NonNullable<StreamsOptions['committeesOf']>;
  readonly #trustedProxies: string[];
  readonly #streams = new Set<Stream>();
  readonly #quota: NetworkQuota;
  readonly #changedAt = new Map<Topic, number>();
  readonly #userChangedAt = new Map<string, number>();
  readonly #startedAt = Date.now();
  #userChanges = 0;
  #doorChanges = 0;
  #changes = 0;
  #isClosed = false;
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;

  constructor({
    bus,
    whoAsks,
    findDoor = async () => undefined,
    committeesOf = async () => [],
    trustedProxies = [],
    most = MOST_OPEN,
  }: StreamsOptions) {
    this.#whoAsks = whoAsks;
    this.#findDoor = findDoor;
    this.#committeesOf = committeesOf;
    this.#trustedProxies = trustedProxies;
    this.#quota = createNetworkQuota(most);
    this.#stopListening = bus.subscribe(
      (changes) => this.#notify(changes),
      () => {
        this.#userChanges++;
        this.#doorChanges++;
        this.#endAll();
      },
    );
    this.#timer = setInterval(() => this.#endOrPing(), PING_MS).unref();
  }

  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else if (this.#isClosed) {
      response.writeHead(503, { 'retry-after': '3' }).end();
    } else if (this.#isAdmitted(request, response)) {
      this.#open(request, response).catch((error: unknown) => {
        reportError('A stream cannot be opened', error);
        if (!response.headersSent) response.writeHead(503, { 'retry-after': '10' });
        response.end();
      });
    }
  };

  /** Browsers reconnect a little later, not all at once. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    clearInterval(this.#timer);
    this.#endAll();
  }

  count(): number {
    return this.#streams.size;
  }

  notified(): number {
    return this.#changes;
  }

  #write(stream: Stream, bytes: Buffer) {
    stream.response.write(bytes);
    if (stream.response.writableLength > MOST_WAITING) stream.response.destroy();
  }

  #end(stream: Stream) {
    this.#streams.delete(stream);
    stream.response.end(`retry: ${retryAfter()}\n\n`);
  }

  #notify(changes: Change[]) {
    const now = Date.now();
    this.#changes += changes.length;
    for (const { topic } of changes) this.#changedAt.set(topic, now);
    const crowd = this.#streams.size > CROWD ? `event: crowd\ndata: ${SPREAD_MS}\n\n` : '';
    const encode = (some: Change[]) => (some.length > 0 ? Buffer.from(crowd + some.map(eventFor).join('')) : undefined);
    const users = new Set(changes.filter(({ topic }) => topic === 'user').map(({ key }) => key));
    if (users.size > 0) this.#userChanges++;
    for (const uid of users) this.#userChangedAt.set(uid, now);
    if (changes.some(({ topic }) => topic === 'door' || isOfEvent(topic))) this.#doorChanges++;
    const byRole = new Map<Role | null, Buffer | undefined>();
    for (const role of [null, ...ROLES])
      byRole.set(role, encode(changes.filter((change) => isNotifiedOf(role, change))));
    for (const stream of this.#streams) {
      if (stream.door) {
        this.#notifyDoor(stream, stream.door, changes);
        continue;
      }
      const hasNewRights = stream.actor !== null && users.has(stream.actor.uid);
      const bytes = hasNewRights
        ? encode(changes.filter((change) => concerns(stream.actor, change)))
        : byRole.get(stream.actor?.role ?? null);
      if (bytes) this.#write(stream, bytes);
      // The visitor's rights may have changed: the browser reconnects with those it has now.
      if (hasNewRights) this.#end(stream);
    }
    this.#notifyCommittees(changes).catch((error: unknown) => reportError('A committee cannot be notified', error));
  }

  /** Asks the database, because a change names a record and not its committee. */
  async #notifyCommittees(changes: Change[]): Promise<void> {
    const hasCommittee = [...this.#streams].some(({ actor }) => actor?.role === 'committee');
    if (!hasCommittee) return;
    for (const change of changes.filter(({ topic }) => COMMITTEE_TOPICS.has(topic))) {
      const committees = await this.#committeesOf(change);
      const bytes = Buffer.from(eventFor(change));
      for (const stream of this.#streams) {
        const { actor } = stream;
        if (actor?.role !== 'committee') continue;
        if (committees === 'all' || canOn(actor, 'handle responses', committees)) this.#write(stream, bytes);
      }
    }
  }

  #notifyDoor(stream: Stream, door: DoorStream, changes: Change[]) {
    if (changes.some((change) => isAtDoor(door, change))) this.#write(stream, DOOR_CHANGED);
    // Its link was stopped, or the event has another form: the phone reconnects and gets what is true then.
    const endsDoor = ({ topic, key }: Change) =>
      (topic === 'door' && key === door.linkId) || (isOfEvent(topic) && key === door.eventKey);
    if (changes.some(endsDoor)) this.#end(stream);
  }

  #endOrPing() {
    const now = Date.now();
    for (const stream of this.#streams) {
      if (stream.ends < now) this.#end(stream);
      else this.#write(stream, PING);
    }
  }

  #endAll() {
    for (const stream of this.#streams) this.#end(stream);
  }

  /** Asks again if any user's rights changed while the answer was on its way. */
  async #findActor(cookies: string | undefined): Promise<Actor | null> {
    for (;;) {
      const before = this.#userChanges;
      const actor = await this.#whoAsks(cookies);
      if (before === this.#userChanges) return actor;
    }
  }

  async #findDoorOf(token: string, request: IncomingMessage) {
    for (;;) {
      const before = this.#doorChanges;
      const door = await this.#findDoor(token, request);
      if (before === this.#doorChanges) return door;
    }
  }

  #missedSince(age: string | null, actor: Stream['actor']): string {
    const milliseconds = Number(age);
    if (age === null || !(milliseconds >= 0)) return '';
    const since = Date.now() - milliseconds;
    const role = actor?.role ?? null;
    const topics = [...this.#changedAt].filter(([topic, at]) => at >= since && isNotifiedOf(role, { topic }));
    // It is no longer known whose events a change was about, and to hear of one would reveal sign-ups of others.
    const committeeTopics = role === 'committee' ? COMMITTEE_TOPICS : [];
    const names = new Set([...topics.map(([topic]) => topic), ...committeeTopics]);
    // Their own role may have changed before their stream was there.
    if (actor && (this.#userChangedAt.get(actor.uid) ?? -Infinity) >= since) names.add('user');
    const missed = since < this.#startedAt ? ['*'] : [...names];
    return missed.length > 0 ? `event: missed\ndata: ${JSON.stringify(missed)}\n\n` : '';
  }

  async #open(request: IncomingMessage, response: ServerResponse) {
    const params = new URLSearchParams(request.url?.split('?')[1]);
    const token = params.get('door');
    const door = token === null ? undefined : await this.#findDoorOf(token, request);
    if (door === 'limited' || (token !== null && !door)) return refuseDoor(response, door === 'limited' ? 429 : 404);
    const actor = door ? null : await this.#findActor(request.headers.cookie);
    if (response.destroyed) return;
    // Without chunked encoding the shared bytes are sent as they are, and the stream ends with the connection.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.writeHead(200, { ...HEADERS, ...(door && SECRET_HEADERS) });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    response.write(`retry: ${retryAfter()}\n\n${door ? '' : this.#missedSince(params.get('age'), actor)}`);
    const stream: Stream = {
      response,
      actor: actor && { uid: actor.uid, role: actor.role, committees: actor.committees ?? [] },
      door,
      ends: Math.min(Date.now() + LIFETIME_MS * (1 + Math.random() / 4), door?.until ?? Infinity),
    };
    this.#streams.add(stream);
    response.on('close', () => this.#streams.delete(stream));
  }

  #isAdmitted(request: IncomingMessage, response: ServerResponse): boolean {
    const entered = this.#quota.enter(countedNetwork(request, this.#trustedProxies));
    if (typeof entered === 'string') refuse(response, entered);
    else response.on('close', entered);
    return typeof entered !== 'string';
  }
}

/** What a committee's people hear of, if it is about their events. */
const COMMITTEE_TOPICS: ReadonlySet<Topic> = new Set(['draft', 'entry', 'door']);

function refuse(response: ServerResponse, reached: keyof QuotaLimits): void {
  const isNetwork = reached === 'perNetwork';
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '30' };
  response.writeHead(isNetwork ? 429 : 503, headers);
  response.end(`There are too many open pages${isNetwork ? ' in your network' : ''} to tell this one of changes.`);
}

function refuseDoor(response: ServerResponse, status: 404 | 429): void {
  response.writeHead(status, SECRET_HEADERS).end();
}

function isOfEvent(topic: Topic): boolean {
  return topic === 'event' || topic === 'draft';
}

function isAtDoor({ linkId, eventKey, formId }: DoorStream, { topic, key }: Change): boolean {
  if (topic === 'entry') return key === '' || key.startsWith(`${formId}/`);
  if (topic === 'form') return key === '' || key === formId;
  return (topic === 'door' && key === linkId) || (isOfEvent(topic) && (key === '' || key === eventKey));
}

function eventFor(change: Change): string {
  return `event: change\ndata: ${JSON.stringify({ topic: change.topic, key: change.key })}\n\n`;
}

function retryAfter(): number {
  return Math.round(1000 + Math.random() * 4000);
}

/** null: a visitor, or a member without a role. */
function isNotifiedOf(role: Role | null, change: Pick<Change, 'topic'>): boolean {
  const audience = whoIsNotified(change);
  if (role === 'committee' && COMMITTEE_TOPICS.has(change.topic)) return false;
  return audience === 'everyone' || can(role, audience);
}

/** Changes of a user concern that user too. */
function concerns(actor: Stream['actor'], change: Change): boolean {
  return isNotifiedOf(actor?.role ?? null, change) || (change.topic === 'user' && change.key === actor?.uid);
}
