import type { MiddlewareHandler } from 'hono';
import { TEST_MAIL } from '../../../addresses.ts';
import { can } from '../../../domain/roles.ts';
import { READING, type AppEnv } from '../../../http/env.ts';
import { findAddress } from '../../../http/find-address.ts';
import { problem, problemResponse } from '../../../http/problem.ts';
import { createLimiter } from '../../../limits/rate-limit.ts';
import type { Site } from '../../../site.ts';

const TRIED_OFTEN = 'You have sent several test mails. Please wait a few minutes before the next one.';

/** The limit for one person. */
const TEST_MAILS = { name: 'test-mail', points: 5, seconds: 600 };

export function limitTestMails({ db }: Pick<Site, 'db'>): MiddlewareHandler<AppEnv> {
  const mails = createLimiter(db, TEST_MAILS);
  return async (c, next) => {
    const isAsked = !READING.has(c.req.method) && findAddress(c.req.url).path === TEST_MAIL;
    const actor = c.get('actor');
    if (!isAsked || !actor || !can(actor.role, 'handle responses')) return next();
    const { wait } = await mails.take(actor.uid);
    return wait === undefined ? next() : problemResponse(problem(429, TRIED_OFTEN, { retryAfter: wait }));
  };
}
