import { randomBytes } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { issueToken } from '../app/attest/attestation.server.ts';
import type { RunningApp } from './app.ts';

/** Someone who sends something to a running site from its own pages. */
export interface Visitor {
  /** An attestation by the whole way: challenge, solution, exchange. */
  attest: () => Promise<string>;
  /** An attestation without the work; `ageMs` milliseconds old. */
  token: (ageMs?: number) => string;
  once: () => string;
  json: (path: string, content: unknown, headers?: Record<string, string>) => Promise<ReceivedResponse>;
  /** Urlencoded, as a page posts a form of the configuration. */
  form: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<ReceivedResponse>;
}

export interface ReceivedResponse {
  status: number;
  headers: Headers;
  text: string;
  /** What a JSON answer holds. */
  body: {
    error?: string;
    type?: string;
    recorded?: boolean;
    fields?: Record<string, string>;
    form?: { fields: object[] };
    signUp?: { state: string; position?: number; link: string };
  };
}

export function visitorOf({ url, site }: RunningApp): Visitor {
  async function post(path: string, body: BodyInit, headers: Record<string, string>): Promise<ReceivedResponse> {
    const response = await fetch(url + path, { method: 'POST', body, headers: { origin: url, ...headers } });
    const text = await response.text();
    const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  }
  const json: Visitor['json'] = (path, content, headers) =>
    post(path, typeof content === 'string' ? content : JSON.stringify(content), {
      'content-type': 'application/json',
      ...headers,
    });
  return {
    json,
    form: (path, fields, headers) =>
      post(path, new URLSearchParams(fields), { accept: 'application/json', ...headers }),
    once: () => randomBytes(16).toString('hex'),
    token: (ageMs = 0) => issueToken(site.auth.secret, Date.now() - ageMs),
    async attest() {
      const challenge = await (await fetch(`${url}/api/attest/challenge`)).json();
      const solution = await solveChallenge({ challenge, deriveKey });
      const response = await fetch(`${url}/api/attest/token`, {
        method: 'POST',
        body: JSON.stringify({ challenge, solution }),
        headers: { origin: url, 'content-type': 'application/json' },
      });
      return (await response.json()).token;
    },
  };
}

/** The type of a problem of this site's own kinds. */
export function problemType(name: string): string {
  return `urn:problem-type:clubroom:${name}`;
}
