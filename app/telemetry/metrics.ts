import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { namesOfResponsible, whatOwnersLack, type OwnedThing } from '../domain/dates/thing.ts';
import type { Site } from '../site.ts';
import type { Streams } from '../live/streams.ts';
import type { Traffic } from './trace-requests.ts';
import type { Turns } from '../limits/turns.ts';
import type { CacheSize } from '../http/cache/page-cache.ts';
import { within } from '../time/within.ts';

interface MetricSources {
  traffic: Traffic;
  counters: Site['counters'];
  cache: () => CacheSize;
  turns: Turns['size'];
  streams: Pick<Streams, 'count' | 'notified'>;
  databaseFailures: () => number;
  mails: () => Promise<Map<string, number>>;
  announcements: () => Promise<Map<string, number>>;
  /** In milliseconds. */
  lastBackup: () => Promise<number | undefined>;
  things: () => Promise<OwnedThing[]>;
}

type IntervalHistogram = ReturnType<typeof monitorEventLoopDelay>;
type Sample = [labels: string, value: number];

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed'];
const ANNOUNCEMENT_STATES = [...MAIL_STATES, 'uncertain', 'deleted'];
/** A slower database is left out: anyone who watches wants the rest then most of all. */
const PATIENCE_MS = 1000;
/** In milliseconds, which are part of the delay that is measured. */
const RESOLUTION = 20;

/** Prometheus text format 0.0.4. The event loop is watched from the first time somebody asks. */
export function createMetrics(sources: MetricSources) {
  let delay: IntervalHistogram | undefined;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!delay) (delay = monitorEventLoopDelay({ resolution: RESOLUTION })).enable();
    const text = [...siteLines(sources), ...(await storedLines(sources)), ...processLines(delay)].join('');
    delay.reset();
    response.writeHead(200, { 'content-type': TYPE, 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
}

function siteLines({ traffic, counters, cache, turns, streams, databaseFailures }: MetricSources): string[] {
  const { entries, bytes, maxBytes, renders, hits, misses } = cache();
  const { waiting, begun, refused } = turns();
  const requests = [...traffic.requests].flatMap(([kind, classes]) =>
    [...classes].map(([status, count]): Sample => [`{kind="${kind}",status="${status}"}`, count]),
  );
  return [
    metric('clubroom_requests_total', 'counter', 'Requests answered, by kind and status class.', ...requests),
    one('clubroom_cache_hits_total', 'counter', 'Answers that the page cache had.', hits),
    one('clubroom_cache_misses_total', 'counter', 'Answers that it had not.', misses),
    one('clubroom_cache_entries', 'gauge', 'Answers kept in memory.', entries),
    one('clubroom_cache_bytes', 'gauge', 'Bytes of the answers kept in memory.', bytes),
    one('clubroom_cache_max_bytes', 'gauge', 'Bytes that the page cache holds at most.', maxBytes),
    one('clubroom_renderings_total', 'counter', 'Answers rendered for the page cache.', renders),
    one('clubroom_turns_waiting', 'gauge', 'Requests that wait for their turn to be worked out.', waiting),
    one('clubroom_turns_begun_total', 'counter', 'Requests that had their turn.', begun),
    one('clubroom_turns_refused_total', 'counter', 'Requests refused because too many waited.', refused),
    one('clubroom_streams_open', 'gauge', 'Open /live streams.', streams.count()),
    one('clubroom_changes_told_total', 'counter', 'Changes told to open pages.', streams.notified()),
    one('clubroom_sign_ups_total', 'counter', 'Sign-ups to events recorded.', counters.signUps),
    one('clubroom_submissions_total', 'counter', 'Submissions of other forms taken.', counters.submissions),
    one('clubroom_database_errors_total', 'counter', 'Statements and connections failed.', databaseFailures()),
  ];
}

async function storedLines({ mails, announcements, lastBackup, things }: MetricSources): Promise<string[]> {
  const counted = Promise.all([mails(), announcements(), lastBackup(), things()]).catch(() => undefined);
  const [mailCounts, announcementCounts, backedUpAt = 0, listed] =
    (await within(counted, PATIENCE_MS, undefined)) ?? [];
  if (!mailCounts || !announcementCounts || !listed) return [];
  const samples = (states: string[], counts: Map<string, number>) =>
    states.map((state): Sample => [`{state="${state}"}`, counts.get(state) ?? 0]);
  return [
    metric(
      'clubroom_mails',
      'gauge',
      'Mails in the outbox, of all copies; sent ones for a while.',
      ...samples(MAIL_STATES, mailCounts),
    ),
    metric(
      'clubroom_announcements',
      'gauge',
      'Messages to the chat, of all copies.',
      ...samples(ANNOUNCEMENT_STATES, announcementCounts),
    ),
    one('clubroom_last_backup_seconds', 'gauge', 'Newest good backup, since 1970; 0 for none.', backedUpAt / 1000),
    metric(
      'clubroom_wrong',
      'gauge',
      'What stands at /admin/dates: 1 where it is wrong, with its setting and who must do what.',
      ...listed.map((thing): Sample => [labelsOf(thing, thing), thing.isWrong ? 1 : 0]),
    ),
    metric(
      'clubroom_ends_seconds',
      'gauge',
      'The last day of what ends, since 1970.',
      ...listed.flatMap(({ endsOn, ...thing }): Sample[] =>
        endsOn === null ? [] : [[labelsOf(thing), Date.parse(endsOn) / 1000]],
      ),
    ),
  ];
}

function labelsOf({ id, title, setting }: Pick<OwnedThing, 'id' | 'title' | 'setting'>, whose?: OwnedThing): string {
  const owned = whose && { who: namesOfResponsible(whose), what: whose.todo, missing: whatOwnersLack(whose) };
  const labels = { id, thing: title, setting, ...owned };
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')}}`;
}

/** As the format has it: officers type what they like. */
function escaped(value: string): string {
  return value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll(/[\n\r]/g, ' ');
}

function processLines(delay: IntervalHistogram): string[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION) / 1000;
  return [
    one('process_cpu_seconds_total', 'counter', 'Processor time used.', (user + system) / 1e6),
    one('process_resident_memory_bytes', 'gauge', 'Resident memory.', rss),
    one('process_start_time_seconds', 'gauge', 'Start of the process, since 1970.', performance.timeOrigin / 1000),
    one('nodejs_heap_size_used_bytes', 'gauge', 'Heap in use.', heapUsed),
    one('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers outside the heap.', external),
    metric(
      'nodejs_eventloop_lag_seconds',
      'gauge',
      'How late the event loop was, since the last time this was asked for.',
      ['{quantile="0.5"}', seconds(delay.percentile(50))],
      ['{quantile="0.99"}', seconds(delay.percentile(99))],
      ['{quantile="1"}', seconds(delay.max)],
    ),
  ];
}

function one(name: string, type: 'counter' | 'gauge', help: string, value: number): string {
  return metric(name, type, help, ['', value]);
}

function metric(name: string, type: 'counter' | 'gauge', help: string, ...samples: Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}
