import { createContext } from 'react-router';
import type { Actor } from '../domain/actor.ts';
import type { Site } from '../site.ts';
import type { Dependency } from '../domain/dependency.ts';

export interface ResponseContext {
  /** A page for everyone goes out with the hashes of its scripts instead. */
  nonce: string;
  isWhole: boolean;
  /** Made for the browsers of all who are not signed in (cache/render-whole.ts). */
  isPublic?: boolean;
  cachePolicy?: CachePolicy;
  frames: string[];
  outage?: unknown;
  forms?: string[];
}

export interface CachePolicy {
  topics: Dependency[];
  /** In the one spelling that is cached; null: left out. All other parameters are ignored. */
  query?: Record<string, string | null>;
  untilMidnight?: boolean;
  /** Epoch milliseconds, such as when sign-up opens. */
  until?: number;
  /** The short link that this answer leads on from: it is kept as a page is, and whoever is given it counts. */
  visits?: string;
}

export const siteContext = createContext<Site>();
export const responseContext = createContext<ResponseContext>();
export const actorContext = createContext<Actor | null>(null);
/** Empty where the answer is made for everyone. */
export const addressContext = createContext('');
