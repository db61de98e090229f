import { once } from 'node:events';
import { connect } from 'node:net';

export interface Flood {
  /** How many answers of each status came so far. */
  answers: Map<number, number>;
  /** What came with one answer of each status. */
  samples: Map<number, string>;
  /** When everything was answered, or every connection has ended. */
  over: Promise<unknown>;
  /** Leaves without waiting for what was asked. */
  leave: () => void;
}

interface Form {
  name: string;
  /** Method and path, different for each number. */
  line: (number: number) => string;
  headers?: string[];
  body?: string;
}

const PAGE = ['accept: text/html'];

/** Requests whose answers were not kept, in every way that is known to get past what is kept. */
export const FORMS: Form[] = [
  { name: 'programs', line: (n) => `GET /events/none-${n}`, headers: ['accept: application/json'] },
  { name: 'pages that there are not', line: (n) => `GET /events/none-${n}`, headers: PAGE },
  { name: 'made-up cursors', line: (n) => `GET /events?before=${n}x`, headers: PAGE },
  { name: 'searches', line: (n) => `GET /events?past=1&search=${n}`, headers: PAGE },
  { name: 'data', line: (n) => `GET /events/none-${n}.data` },
  { name: 'heads', line: (n) => `HEAD /events/none-${n}`, headers: PAGE },
  { name: 'long headers', line: (n) => `GET /events/none-${n}`, headers: [...PAGE, `x-long: ${'x'.repeat(15_000)}`] },
  {
    name: 'ranges',
    line: (n) => `GET /events/none-${n}`,
    headers: [...PAGE, `range: bytes=0-0,${'1-1,'.repeat(500)}2-2`],
  },
  { name: 'conditions', line: (n) => `GET /events/none-${n}`, headers: [...PAGE, 'if-none-match: "x"'] },
  {
    name: 'made-up sessions',
    line: (n) => `GET /events/none-${n}`,
    headers: [...PAGE, 'cookie: clubroom_session=made.up'],
  },
  { name: 'encodings', line: (n) => `GET /events/none-${n}`, headers: [...PAGE, 'accept-encoding: br;q=0.3, gzip'] },
  { name: 'odd queries', line: (n) => `GET /auth/login?odd=${n}`, headers: PAGE },
  { name: 'links that lead nowhere', line: (n) => `GET /door/none-${n}`, headers: PAGE },
  { name: 'lists', line: (n) => `GET /api/events/none-${n}` },
  { name: 'calendars', line: (n) => `GET /events/none-${n}.ics` },
  { name: 'other methods', line: (n) => `OPTIONS /home?${n}` },
  {
    name: 'what is only read, to be changed',
    line: (n) => `DELETE /events/none-${n}/poster.svg`,
    headers: [...PAGE, 'sec-fetch-site: same-origin'],
  },
  {
    name: 'forms',
    line: (n) => `POST /api/entries/none-${n}`,
    headers: ['sec-fetch-site: same-origin', 'content-type: application/json'],
    body: '{}',
  },
];

/** `from`: the address that a proxy names. */
export function requestsOf({ line, headers = [], body = '' }: Form, count: number, from?: string): string[] {
  const more = [...headers, ...(from === undefined ? [] : [`x-forwarded-for: ${from}`])];
  const length = body === '' ? [] : [`content-length: ${body.length}`];
  return Array.from({ length: count }, (_, number) =>
    [`${line(number)} HTTP/1.1`, 'host: localhost', ...more, ...length, '', body].join('\r\n'),
  );
}

/** As many as a connection may have unanswered. */
const AHEAD = 50;

/** Sends all of them over so many connections, each as far ahead as the site lets it; begins once all are connected. */
export async function flood(url: string, requests: string[], connections = requests.length): Promise<Flood> {
  const answers = new Map<number, number>();
  const samples = new Map<number, string>();
  const port = Number(new URL(url).port);
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const ended = sockets.map(async (socket, at) => {
    const own = requests.filter((_, number) => number % connections === at);
    let left = own.length;
    const closed = once(socket, 'close');
    const send = (count: number) => socket.write(own.splice(0, count).join(''));
    socket.setEncoding('latin1').on('data', (said: string) => {
      const came = [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      for (const status of came) {
        answers.set(status, (answers.get(status) ?? 0) + 1);
        samples.set(status, said);
      }
      left -= came.length;
      if (left <= 0) socket.destroy();
      else if (own.length > 0) send(came.length);
    });
    send(AHEAD);
    await closed;
  });
  return {
    answers,
    samples,
    over: Promise.all(ended),
    leave() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
