/** A draw as its page shows it, with hex in lower case. */
export interface ShownDraw {
  hash: string;
  secret: string;
  places: number;
  /** In the order of the page. */
  tickets: { ticket: string; place: boolean }[];
}

const RIGHT = 'The order is what the secret makes of the tickets.';

/** Does the arithmetic of docs/draws.md in the browser, and returns a sentence about the result. */
export async function recompute({ hash, secret, places, tickets }: ShownDraw): Promise<string> {
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if ((await sha256(bytes)) !== hash) return 'The secret is not the one whose fingerprint was shown.';
  const lines = tickets.map(({ ticket }) => `${ticket}\n`).toSorted(byCodeUnit);
  const all = await sha256(new TextEncoder().encode(lines.join('')));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const numbered = await Promise.all(
    tickets.map(async ({ ticket }) => {
      const message = new TextEncoder().encode(`${all}:${ticket}`);
      return { ticket, number: hex(await crypto.subtle.sign('HMAC', key, message)) };
    }),
  );
  const order = numbered.toSorted((one, other) => byCodeUnit(one.number, other.number));
  for (const [at, { ticket, place }] of tickets.entries()) {
    const line = `Line ${(at + 1).toLocaleString('en')} is wrong`;
    const right = order[at]?.ticket ?? '';
    if (ticket !== right) return `${line}: ${ticket} is there, and it should be ${right}.`;
    if (place !== at < places) return `${line}: ${ticket} ${place ? 'should wait' : 'should have a place'}.`;
  }
  return RIGHT;
}

async function sha256(bytes: BufferSource): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', bytes));
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
