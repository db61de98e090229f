import { createContext } from 'react-router';
import type { Actor } from '../domain/users/actor.ts';
import type { Site } from '../site.ts';
import type { Dependency } from '../domain/topics.ts';

export interface ResponseContext {
  /** A page for everyone goes out with the hashes of its scripts instead. */
  nonce: string;
  isWhole: boolean;
  cachePolicy?: CachePolicy;
  frames: string[];
  outage?: unknown;
  forms?: string[];
}

export interface CachePolicy {
  topics: Dependency[];
  /**
   * The parameters that change the answer, each with its one spelling: another is answered and not kept.
   * null: left out. All others are ignored.
   */
  query?: Record<string, string | null>;
  /** Where the answer depends on what day it is at the club. */
  untilMidnight?: boolean;
  /** Epoch milliseconds, such as when sign-up opens. */
  until?: number;
}

export const siteContext = createContext<Site>();
export const responseContext = createContext<ResponseContext>();
export const actorContext = createContext<Actor | null>(null);
/** Empty where the answer is made for everyone. */
export const addressContext = createContext('');
