import type { MiddlewareHandler } from 'hono';
import { findSignUpLink } from '../../domain/sign-ups/links.ts';
import { viewStopLink } from '../../domain/digest/stop-links.ts';
import { viewRequest } from '../../domain/digest/subscribe.ts';
import { findByCard } from '../../domain/members/card-links.ts';
import { findDoorLink } from '../../domain/sign-ups/door/links.ts';
import { problem } from '../../http/problem.ts';
import { READING, type AppEnv } from '../../http/env.ts';
import { clientAddress, networkOf } from '../../http/listen/client-address.ts';
import { NETWORK_LIMITS } from '../../limits/network-limits.ts';
import { createLimiter, type Limiter } from '../../limits/rate-limit.ts';
import { ProblemError } from '../../problem.ts';
import type { Site } from '../../site.ts';
import {
  ASKED_LINK,
  CARD_LINK,
  CONFIRM_LINK,
  DOOR_LINK,
  MEMBERSHIP,
  SIGN_UP_LINK,
  STOP_LINK,
  SUBSCRIBE,
} from '../../addresses.ts';
import { findAddress, tokenAt } from '../../http/find-address.ts';

const GUESSED_OFTEN = 'Too many wrong links were tried from your network. Please try again in a minute.';
const ASKED_OFTEN = 'Too many cards were requested from your network. Please try again in a few minutes.';
const SUBSCRIBED_OFTEN = 'Too many addresses were entered from your network. Please try again in a few minutes.';
const CHANGED_OFTEN = 'This sign-up has been changed too often. Please try again in a few minutes.';

interface Limit {
  limiter: Limiter;
  refusal: string;
}

/** Working links are never limited. */
const OPEN_LINKS: [link: string, find: (db: Site['db'], token: string) => Promise<unknown>][] = [
  [DOOR_LINK, findDoorLink],
  [CARD_LINK, findByCard],
  [CONFIRM_LINK, viewRequest],
  [STOP_LINK, viewStopLink],
];

/**
 * Keeps anybody from trying one token after another (of sign-ups, doors, cards or mails), from changing one sign-up endlessly, and
 * from endlessly asking for cards and mails. Working links can always be opened.
 */
export function limitLinks({ db, settings }: Pick<Site, 'db' | 'settings'>): MiddlewareHandler<AppEnv> {
  const guesses = { limiter: createLimiter(db, NETWORK_LIMITS.unknownLinks), refusal: GUESSED_OFTEN };
  const changes = { limiter: createLimiter(db, NETWORK_LIMITS.signUpChanges), refusal: CHANGED_OFTEN };
  const forms = new Map<string, Limit>([
    [MEMBERSHIP, { limiter: createLimiter(db, NETWORK_LIMITS.cardRequests), refusal: ASKED_OFTEN }],
    [SUBSCRIBE, { limiter: createLimiter(db, NETWORK_LIMITS.subscriptions), refusal: SUBSCRIBED_OFTEN }],
  ]);
  return async (c, next) => {
    const { url } = c.req;
    const isReading = READING.has(c.req.method);
    const withinLimit = async ({ limiter, refusal }: Limit, key: string) => {
      const { wait } = await limiter.take(key);
      if (wait === undefined) return next();
      // A browser gets a page with a way to try again.
      if (isReading) throw new ProblemError(problem(429, refusal, { retryAfter: wait }));
      return c.text(refusal, 429, { 'retry-after': String(wait) });
    };
    const network = () => networkOf(clientAddress(c.env.incoming, settings.trustedProxies));
    const form = isReading ? undefined : forms.get(findAddress(url).path);
    if (form) return withinLimit(form, network());
    for (const [link, find] of OPEN_LINKS) {
      const token = tokenAt(url, link);
      if (token !== undefined) return (await find(db, token)) ? next() : withinLimit(guesses, network());
    }
    const token = tokenAt(url, SIGN_UP_LINK, ASKED_LINK);
    if (token === undefined) return next();
    const linked = await findSignUpLink(db, token);
    if (!linked) return withinLimit(guesses, network());
    return isReading ? next() : withinLimit(changes, `${linked.formId}/${linked.entryKey}`);
  };
}
