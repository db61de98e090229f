import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromProxy } from '../http/listen/client-address.ts';
import type { Kind } from '../addresses.ts';
import type { RouteName } from './route-names.ts';

export interface RequestTrace {
  id: string;
  response: ServerResponse;
  method: string;
  name: RouteName;
  cache?: 'hit' | 'miss';
  /** `kept`: the body's own bytes; `before`: what the connection had sent when the answer began. */
  bytes: { kept: number } | { before: number };
}

export interface Traffic {
  requests: Map<Kind, Map<string, number>>;
}

interface RequestTracer {
  /** Counted and logged when its answer has gone out or its sender has. */
  traceRequest: (request: IncomingMessage, response: ServerResponse) => RequestTrace;
  traffic: Traffic;
}

export interface RequestLog {
  write: (trace: RequestTrace, status: number, milliseconds: number, bytes: number) => void;
  flush: () => void;
}

interface TracerOptions {
  nameOf: (url: string) => RouteName;
  /** From these alone an X-Request-Id is taken over. */
  trustedProxies: string[];
  log?: RequestLog | undefined;
}

const GIVEN_ID = /^[\w.:-]{1,64}$/;
/** As other servers log a visitor who left before there was an answer. */
const LEFT = 499;
const NONE = { kept: 0 };
const CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx'];

export function createRequestTracer({ nameOf, trustedProxies, log }: TracerOptions): RequestTracer {
  const process = randomBytes(4).toString('hex');
  const traffic: Traffic = { requests: new Map() };
  let count = 0;

  function idOf(request: IncomingMessage): string {
    const given = trustedProxies.length > 0 ? request.headers['x-request-id'] : undefined;
    if (typeof given === 'string' && GIVEN_ID.test(given) && isFromProxy(request, trustedProxies)) return given;
    return `${process}-${(++count).toString(36)}`;
  }

  function add({ name: { kind } }: RequestTrace, status: number): void {
    let classes = traffic.requests.get(kind);
    if (!classes) traffic.requests.set(kind, (classes = new Map()));
    const one = CLASSES[Math.floor(status / 100)] ?? '';
    classes.set(one, (classes.get(one) ?? 0) + 1);
  }

  return {
    traffic,
    traceRequest(request, response) {
      const { socket, method = '', url = '/' } = request;
      const trace: RequestTrace = { id: idOf(request), response, method, name: nameOf(url), bytes: NONE };
      const startedAt = performance.now();
      response.on('close', () => {
        const isCut = request.destroyed && !request.complete && !response.writableFinished;
        const status = response.headersSent && !isCut ? response.statusCode : LEFT;
        add(trace, status);
        const bytes = 'kept' in trace.bytes ? trace.bytes.kept : socket.bytesWritten - trace.bytes.before;
        log?.write(trace, status, performance.now() - startedAt, bytes);
      });
      return trace;
    },
  };
}
