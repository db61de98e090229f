import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isDeeperThan } from '../../domain/stored-json.ts';
import { problem, problemResponse, toProblem } from '../../http/problem.ts';
import { ProblemError, type Problem } from '../../problem.ts';
import type { AppEnv } from '../../http/env.ts';
import { reportError } from '../../telemetry/report-error.ts';

type Call = Context<AppEnv>;

/** Refuses a body of more than so many kilobytes: before it is read where its length was announced, else on the way. */
export function bodyUpTo(kilobytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: kilobytes * 1024,
    onError: () => {
      throw unreadable(413, 'This is too long to be sent. Please shorten it and try again.');
    },
  });
}

export async function bodyOf(c: Call, type: 'application/json' | 'application/x-www-form-urlencoded'): Promise<string> {
  const given = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw unreadable(415, `This address takes ${type} only.`);
  return c.req.text();
}

/** Answers lie in an object of the body, and nothing in them: deeper is no form's. */
const DEEPEST = 8;

export async function objectOf(c: Call): Promise<Record<string, unknown>> {
  const body = await bodyOf(c, 'application/json');
  try {
    const content: unknown = JSON.parse(body);
    if (isObject(content) && !isDeeperThan(content, DEEPEST)) return content;
  } catch {
    // Refused below, like JSON that is no object.
  }
  throw unreadable(400, 'This cannot be read: it is not a JSON object, or one that is nested too deeply.');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function unreadable(status: 400 | 404 | 413 | 415, message: string): ProblemError {
  return new ProblemError(problem(status, message));
}

const FAULT = 'Something went wrong on our side. Nothing you typed is lost: please try again in a moment.';

export function writeProblem(error: unknown): Problem {
  const found = toProblem(error) ?? problem(500, FAULT);
  if (found.status >= 500) reportError('A form cannot be stored', error);
  return found;
}

export function refuseWrite(error: unknown): Response {
  return problemResponse(writeProblem(error));
}

export const NO_STORE = { 'cache-control': 'no-store' };
