import { setTimeout as after } from 'node:timers/promises';
import type { AddressInfo, Socket } from 'node:net';
import { isLoopback, isThisMachine, mistypedSettings, readSettings, type Settings } from './config/settings.server.ts';
import { StartError } from './config/start-error.ts';
import { VERSION } from './config/version.ts';
import { countedNetwork } from './http/listen/client-address.ts';
import { listen, listenOn } from './http/listen/listen.ts';
import { guardConsole } from './telemetry/guard-console.ts';
import { createRequestLog } from './telemetry/request-log.ts';
import type { RequestLog } from './telemetry/trace-requests.ts';
import { fixedHeaders } from './http/headers/security-headers.ts';
import { archiveSite, openClubroom, openPages, type Clubroom } from './open-clubroom.ts';
import type { Back } from './backup/go-back.ts';
import { noteServing } from './serving.ts';
import { sendFault } from './http/listen/entrance.ts';
import { reportError, requestScope } from './telemetry/report-error.ts';

export { archiveSite, openClubroom, openPages };

export function openFromSettings(log?: RequestLog, back?: Back): Promise<Clubroom> {
  return openClubroom(readSettings(), { log, back });
}

/** No request log in a terminal, where a person reads the output. */
function logOf(output: NodeJS.WriteStream): RequestLog | undefined {
  if (output.isTTY) return undefined;
  const log = createRequestLog(output);
  process.on('exit', log.flush);
  return log;
}

const LACKS_HTTPS =
  'PUBLIC_URL is not https: browsers on other machines send no forms from such a site. docs/deploy.md says what to put in front.';

function lacksHttps({ publicUrl }: Settings): boolean {
  return !publicUrl.startsWith('https:') && !isLoopback(publicUrl);
}

function opensLocalProvider({ sockets }: Settings): string {
  const [what, instead] = sockets.length
    ? ['The socket of the service', 'let it listen on 127.0.0.1 alone']
    : ['HOST', 'leave HOST out'];
  return `${what} lets others than this machine in: they can try passwords of the local accounts, which are for trying out. Set up another identity provider (docs/deploy.md), or ${instead}.`;
}

/** Orchestrators kill after ten seconds. */
const STOP_WITHIN_MS = 9000;

interface Listening {
  /** The site's own; a socket in the file system has none. */
  addresses: AddressInfo[];
  stop: () => Promise<void>;
}

async function listenAsSet({ site, handle, handleMetrics }: Clubroom): Promise<Listening> {
  const { port, host, sockets, metricsPort, trustedProxies } = site.settings;
  const addresses: AddressInfo[] = [];
  const onListening = (address: AddressInfo) => addresses.push(address);
  const networkOf = (socket: Socket) => countedNetwork({ socket, headers: {} }, trustedProxies);
  const stop = sockets.length
    ? await listenOn(sockets, handle, { networkOf, onListening })
    : await listen(port, host, handle, { networkOf, onListening });
  const served = await noteServing(site, addresses[0]);
  const stopMetrics =
    metricsPort !== undefined && (await listen(metricsPort, undefined, handleMetrics, { setting: 'METRICS_PORT' }));
  return {
    addresses,
    async stop() {
      await Promise.all([stop(), stopMetrics && stopMetrics(), served.over()]);
    },
  };
}

async function endInOrder(clubroom: Clubroom, stop: () => Promise<void>, code: number): Promise<void> {
  process.exitCode = code;
  clubroom.startDraining();
  await after(clubroom.site.settings.drainMs);
  setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
  const stopped = stop();
  // No new connection is accepted any more, so nobody comes back to this process.
  clubroom.endStreams();
  await stopped;
  await clubroom.close();
}

/** `back`: an update was undone, so the data from before it is restored first. */
export async function run(back?: Back): Promise<void> {
  // Only this user can read what is written.
  process.umask(process.umask() | 0o077);
  try {
    guardConsole(!process.stderr.isTTY);
    // If nobody reads the output any more, the site goes on. Reporting that error there would cause the next one, without end.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
    const clubroom = await openFromSettings(logOf(process.stdout), back);
    const { settings } = clubroom.site;
    const { addresses, stop } = await listenAsSet(clubroom);
    let ending: Promise<void> | undefined;
    const end = (code: number) => {
      ending ??= endInOrder(clubroom, stop, code).catch((error: unknown) => {
        console.error('The site could not stop cleanly:', error);
        process.exit(1);
      });
    };
    handleWhatNothingCaught(fixedHeaders(settings), () => end(1));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(0));
    console.log(`Clubroom is at ${settings.publicUrl} (version ${VERSION})`);
    for (const line of mistypedSettings()) console.error(line);
    if (lacksHttps(settings)) console.error(LACKS_HTTPS);
    const isOpenToOthers = !addresses.every(({ address }) => isThisMachine(address));
    if (clubroom.site.auth.local && isOpenToOthers) console.error(opensLocalProvider(settings));
    console.log(clubroom.greeting);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const MOST = 10;
const WITHIN_MS = 60_000;

/** An error in a request ends only that request, with 500. Repeated errors outside of any request end the process. */
function handleWhatNothingCaught(fixed: Record<string, string>, giveUp: () => void): void {
  let recent: number[] = [];

  function meet(error: unknown): void {
    const trace = requestScope.getStore();
    if (trace && !trace.response.writableEnded) return sendFault(trace.response, error, fixed);
    reportError('Something failed outside of a request', error);
    const now = performance.now();
    recent = [...recent.filter((at) => now - at < WITHIN_MS), now];
    if (recent.length >= MOST) giveUp();
    return undefined;
  }

  process.on('unhandledRejection', meet);
  process.on('uncaughtException', (error) => {
    meet(error);
    // Otherwise whatever runs next would count as part of this request.
    requestScope.enterWith(undefined);
  });
}
