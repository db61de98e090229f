import type { MiddlewareHandler } from 'hono';
import { findSignUpLink } from '../../domain/sign-ups/links.ts';
import { viewStopLink } from '../../domain/digest/links.ts';
import { viewRequest } from '../../domain/digest/subscribe.ts';
import { findByCard } from '../../domain/members/links.ts';
import { findDoorLink } from '../../domain/sign-ups/door/links.ts';
import type { AppEnv } from '../../http/env.ts';
import { clientAddress, networkOf } from '../../http/listen/client-address.ts';
import { NETWORK_LIMITS } from '../../limits/network-limits.ts';
import { createLimiter } from '../../limits/rate-limit.ts';
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

const READING = new Set(['GET', 'HEAD']);
const GUESSED_OFTEN = 'Too many wrong links were tried from your network. Please try again in a minute.';
const ASKED_OFTEN = 'Too many cards were requested from your network. Please try again in a few minutes.';
const SUBSCRIBED_OFTEN = 'Too many addresses were entered from your network. Please try again in a few minutes.';
const CHANGED_OFTEN = 'This sign-up has been changed too often. Please try again in a few minutes.';

/**
 * Lets nobody try one token after the other, of sign-ups, doors, cards or mails, change one sign-up or ask for cards and mails endlessly;
 * anyone who has a link reads it at any time.
 */
export function limitLinks({ db, settings }: Pick<Site, 'db' | 'settings'>): MiddlewareHandler<AppEnv> {
  const guesses = createLimiter(db, NETWORK_LIMITS.unknownLinks);
  const changes = createLimiter(db, NETWORK_LIMITS.signUpChanges);
  const requests = createLimiter(db, NETWORK_LIMITS.cardRequests);
  const subscriptions = createLimiter(db, NETWORK_LIMITS.subscriptions);
  return async (c, next) => {
    if (!READING.has(c.req.method) && findAddress(c.req.url).path === MEMBERSHIP) {
      const { wait } = await requests.take(networkOf(clientAddress(c.env.incoming, settings.trustedProxies)));
      return wait === undefined ? next() : c.text(ASKED_OFTEN, 429, { 'retry-after': String(wait) });
    }
    if (!READING.has(c.req.method) && findAddress(c.req.url).path === SUBSCRIBE) {
      const { wait } = await subscriptions.take(networkOf(clientAddress(c.env.incoming, settings.trustedProxies)));
      return wait === undefined ? next() : c.text(SUBSCRIBED_OFTEN, 429, { 'retry-after': String(wait) });
    }
    const token = tokenAt(c.req.url, SIGN_UP_LINK, ASKED_LINK);
    const doorToken = tokenAt(c.req.url, DOOR_LINK);
    const cardToken = tokenAt(c.req.url, CARD_LINK);
    if (doorToken !== undefined && (await findDoorLink(db, doorToken))) return next();
    if (cardToken !== undefined && (await findByCard(db, cardToken))) return next();
    const confirmToken = tokenAt(c.req.url, CONFIRM_LINK);
    const stopToken = tokenAt(c.req.url, STOP_LINK);
    if (confirmToken !== undefined && (await viewRequest(db, confirmToken))) return next();
    if (stopToken !== undefined && (await viewStopLink(db, stopToken))) return next();
    if ([token, doorToken, cardToken, confirmToken, stopToken].every((one) => one === undefined)) return next();
    const linked = token === undefined ? undefined : await findSignUpLink(db, token);
    if (linked && READING.has(c.req.method)) return next();
    const { wait } = linked
      ? await changes.take(`${linked.formId}/${linked.entryKey}`)
      : await guesses.take(networkOf(clientAddress(c.env.incoming, settings.trustedProxies)));
    if (wait === undefined) return next();
    return c.text(linked ? CHANGED_OFTEN : GUESSED_OFTEN, 429, { 'retry-after': String(wait) });
  };
}
