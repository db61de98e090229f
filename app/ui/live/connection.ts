import { dependencyOf } from '../../domain/dependency.ts';
import { SIGN_IN_CHANNEL } from '../sign-in-channel.ts';
import { inBackground } from '../in-background.ts';

/** Called with the changed topics ('*' for any) and the milliseconds within which to ask for news. */
type OnChange = (topics: string[], spread: number) => void;

interface Message {
  topics?: string[];
  spread?: number;
  /** Milliseconds since a page that has just joined was loaded. */
  joined?: number;
}

const NAME = 'clubroom-live';
const ANYTHING = '*';
/** A page that was hidden for this long gets no notices until somebody looks at it again. */
const HIDDEN_MS = 5 * 60_000;
/**
 * A stream opened this soon after the page was loaded asks what it missed; a later one assumes that it missed
 * something.
 */
const FRESH_MS = 30_000;
/** Added to a page's age, because its request was answered a little before the browser began to count. */
const MARGIN_MS = 1000;

export function followLive(notify: OnChange): () => void {
  let leave = join(notify);
  let isAway = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goAway = () => {
    if (!isAway) leave();
    isAway = true;
  };
  const comeBack = () => {
    clearTimeout(timer);
    if (!isAway) return;
    isAway = false;
    leave = join(notify);
    notify([ANYTHING], 0);
  };
  const onVisibility = () => {
    if (document.hidden) timer = setTimeout(goAway, HIDDEN_MS);
    else comeBack();
  };
  document.addEventListener('visibilitychange', onVisibility);
  // A page with an open stream could not go into the back/forward cache.
  window.addEventListener('pagehide', goAway);
  window.addEventListener('pageshow', comeBack);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', goAway);
    window.removeEventListener('pageshow', comeBack);
    goAway();
  };
}

/** Joins this browser's one stream: one page holds it and notifies the others. */
function join(notify: OnChange): () => void {
  const lifetime = new AbortController();
  const channel = new BroadcastChannel(NAME);
  const signIns = new BroadcastChannel(SIGN_IN_CHANNEL);
  let stream: Stream | undefined;
  const share = (topics: string[], spread: number) => {
    notify(topics, spread);
    channel.postMessage({ topics, spread } satisfies Message);
  };
  channel.onmessage = ({ data: { topics, spread = 0, joined } }: MessageEvent<Message>) => {
    if (topics) notify(topics, spread);
    if (joined === undefined || !stream) return;
    const missed = stream.changedWithin(joined);
    if (missed.length > 0) share(missed, 0);
  };
  // After a sign-in, other changes may be visible than the stream was opened for.
  signIns.onmessage = () => {
    stream?.reopen();
    // The login screen goes on by itself: reloading its data would do so a second time.
    if (location.pathname !== '/auth/login') notify([ANYTHING], 0);
  };
  const hold = () =>
    new Promise<void>((release) => {
      if (lifetime.signal.aborted) return release();
      stream = openStream(share);
      lifetime.signal.addEventListener('abort', () => {
        stream?.close();
        release();
      });
    });
  channel.postMessage({ joined: performance.now() + MARGIN_MS } satisfies Message);
  // Outside a secure context there are no locks, so every page has its own stream.
  if ('locks' in navigator) navigator.locks.request(NAME, { signal: lifetime.signal }, hold).catch(() => {});
  else inBackground(hold());
  return () => {
    lifetime.abort();
    channel.close();
    signIns.close();
  };
}

interface Stream {
  close: () => void;
  reopen: () => void;
  changedWithin: (milliseconds: number) => string[];
}

function openStream(share: OnChange): Stream {
  const changedAt = new Map<string, number>();
  let source: EventSource;
  let opened = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let spread = 0;

  function noteChange(topics: string[]) {
    for (const topic of topics) changedAt.set(topic, performance.now());
    share(topics, spread);
  }

  function open() {
    const isFirst = opened === Infinity && performance.now() < FRESH_MS;
    source = new EventSource(isFirst ? `/live?age=${Math.round(performance.now() + MARGIN_MS)}` : '/live');
    source.onopen = () => {
      opened = Math.min(opened, performance.now());
      if (!isFirst) noteChange([ANYTHING]);
    };
    source.addEventListener('change', ({ data }) => noteChange([dependencyOf(JSON.parse(data))]));
    source.addEventListener('missed', ({ data }) => noteChange(JSON.parse(data)));
    source.addEventListener('crowd', ({ data }) => (spread = Number(data)));
    // A browser itself gives up on any answer but 200, and otherwise all browsers would reconnect at the same moment.
    source.onerror = () => {
      source.close();
      timer = setTimeout(open, 1000 + Math.random() * 4000);
    };
  }

  const close = () => {
    clearTimeout(timer);
    source.close();
  };
  open();
  return {
    close,
    reopen() {
      close();
      open();
    },
    changedWithin(milliseconds) {
      const since = performance.now() - milliseconds;
      if (since < opened) return [ANYTHING];
      return [...changedAt].filter(([, at]) => at >= since).map(([topic]) => topic);
    },
  };
}
