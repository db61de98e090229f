import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DiscordMessage } from '../app/domain/announcements/message.ts';

/** What a webhook was asked. */
export interface AskedOfDiscord {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingMessage['headers'];
  message: DiscordMessage;
  at: number;
}

/** Answers one request, the `nth` (from 1), in its own way, or `AS_USUAL`, at once or later. */
export type Answering = (asked: AskedOfDiscord, response: ServerResponse, nth: number) => unknown;

/** As Discord does. */
export const AS_USUAL = Symbol('as usual');

export interface DiscordServer {
  /** For DISCORD_WEBHOOK_URL; ends with TOKEN. */
  url: string;
  port: number;
  received: AskedOfDiscord[];
  /** By id: what stands in the channel. */
  channel: Map<string, DiscordMessage>;
  answer: (answering: Answering | undefined) => void;
  close: () => Promise<void>;
}

export const WEBHOOK_ID = '1190000000000000001';
/** A secret that must stand nowhere. */
export const TOKEN = 'wH-quokka_Secret0Token1That2Nobody3May4See';

/** A webhook of Discord's on this machine: posts with `wait`, edits, and answers as documented, or as a test says. */
export async function openDiscord({ port = 0 } = {}): Promise<DiscordServer> {
  const received: AskedOfDiscord[] = [];
  const channel = new Map<string, DiscordMessage>();
  const home = `/api/webhooks/${WEBHOOK_ID}/${TOKEN}`;
  let answering: Answering | undefined;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const message: DiscordMessage = JSON.parse(await text(request));
    const asked = { method, path, headers, message, at: Date.now() };
    received.push(asked);
    if (answering && (await answering(asked, response, received.length)) !== AS_USUAL) return;
    usual(asked, response);
  }

  function usual({ method, path, message }: AskedOfDiscord, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(path, 'http://discord.test');
    const id = pathname.slice(`${home}/messages/`.length);
    if (method === 'POST' && pathname === home) {
      const posted = String(1_300_000_000_000_000_000n + BigInt(channel.size));
      channel.set(posted, message);
      if (searchParams.get('wait') === 'true') sayJson(response, 200, { id: posted, ...message });
      else response.writeHead(204).end();
    } else if (method === 'PATCH' && channel.has(id)) {
      channel.set(id, message);
      sayJson(response, 200, { id, ...message });
    } else sayJson(response, 404, { message: 'Unknown Message', code: 10_008 });
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const at = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${at}${home}`,
    port: at,
    received,
    channel,
    answer: (next) => (answering = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function sayJson(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
