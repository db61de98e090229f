import { createContext } from 'react-router';
import type { Actor } from '../domain/users/actor.ts';
import type { Site } from '../site.ts';
import type { Dependency } from '../domain/topics.ts';

export interface ResponseContext {
  /** Of the scripts that the page is written with. A page for everyone goes out with their hashes instead. */
  nonce: string;
  /** True for a page that may be for everyone: it comes whole instead of as a stream. */
  isWhole: boolean;
  /** Set by a loader whose answer holds for everyone until one of `topics` changes. */
  cachePolicy?: CachePolicy;
  /** Origins that this page shows in frames. */
  frames: string[];
  /** Why nothing can be answered now: the database or the storage is gone. */
  outage?: unknown;
  /** Origins that this page's forms may lead to. */
  forms?: string[];
}

export interface CachePolicy {
  topics: Dependency[];
  /**
   * The query parameters that change the answer, each with the one spelling of what it says here: another is answered and
   * not kept. null: left out. All others are ignored.
   */
  query?: Record<string, string | null>;
  /** True where the answer depends on what day it is at the club. */
  untilMidnight?: boolean;
  /** Epoch milliseconds from which the answer is another one, such as when sign-up opens. */
  until?: number;
}

export const siteContext = createContext<Site>();
export const responseContext = createContext<ResponseContext>();
/** Who asks; null for an anonymous visitor. */
export const actorContext = createContext<Actor | null>(null);
/** The network address that the request came from; empty where the answer is made for everyone. */
export const addressContext = createContext('');
