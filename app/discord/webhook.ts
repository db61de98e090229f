import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { DiscordMessage } from '../domain/announcements/message.ts';

export interface Webhook {
  /** A secret, which no error and no log may contain. */
  url: string;
  publicUrl: string;
  /** How long a whole attempt may take, including its answer. */
  timeoutMs?: number;
}

interface WebhookMessage {
  message: DiscordMessage;
  /** If given, this message is edited. */
  messageId: string | null;
}

export interface WebhookAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** undefined if it is not JSON, too long or incomplete. */
  body: unknown;
}

/** `code` names the failure, without an address. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly mayHaveArrived: boolean;
  readonly code: string;

  constructor(code: string, mayHaveArrived: boolean) {
    super('Nothing answered');
    this.code = code;
    this.mayHaveArrived = mayHaveArrived;
  }
}

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 256 * 1024;

/** Does not follow redirects, so that nobody else gets the address. @throws NoAnswer */
export async function sendToWebhook(
  webhook: Webhook,
  message: WebhookMessage,
  stopping: AbortSignal,
): Promise<WebhookAnswer> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(webhook.timeoutMs ?? TIMEOUT_MS)]);
  const response = await send(webhook, message, signal);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await readBody(response) };
}

/** Uses a new connection, so that without a connection nothing can have arrived. */
function send({ url, publicUrl }: Webhook, { message, messageId }: WebhookMessage, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const address = addressOf(url, messageId);
    const body = Buffer.from(JSON.stringify(message));
    const isSecure = address.protocol === 'https:';
    let isConnected = false;
    const request = (isSecure ? requestHttps : requestHttp)(address, {
      method: messageId === null ? 'POST' : 'PATCH',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        accept: 'application/json',
        'user-agent': `DiscordBot (${publicUrl}, 1.0)`,
      },
      agent: false,
      signal,
    });
    request.once('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
    });
    request.once('response', resolve);
    request.on('error', (error) => reject(new NoAnswer(codeOf(error, signal), isConnected)));
    // For example, an answer that changes the protocol fires no other event.
    request.once('close', () => reject(new NoAnswer('closed', isConnected)));
    request.end(body);
  });
}

/** Keeps other parameters of the setting's address, such as the thread. */
function addressOf(url: string, messageId: string | null): URL {
  const address = new URL(url);
  address.hash = '';
  address.pathname = address.pathname.replace(/\/+$/, '');
  if (messageId !== null) address.pathname += `/messages/${encodeURIComponent(messageId)}`;
  // Only then does the answer contain the message's id.
  else address.searchParams.set('wait', 'true');
  return address;
}

function codeOf(error: Error, signal: AbortSignal): string {
  if (signal.aborted) return signal.reason instanceof DOMException ? signal.reason.name : 'AbortError';
  return 'code' in error && typeof error.code === 'string' && /^\w{1,60}$/.test(error.code) ? error.code : 'unknown';
}

async function readBody(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      // Leaving the loop closes the connection.
      if (size > MOST_BYTES) return undefined;
      chunks.push(bytes);
    }
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
