import { createContext } from 'react-router';
import type { Actor } from '../domain/actor.ts';
import type { Site } from '../site.ts';
import type { Dependency } from '../domain/dependency.ts';

export interface ResponseContext {
  /** A page for everyone is sent with the hashes of its scripts instead. */
  nonce: string;
  /** True if the page is gathered whole before it is sent, so that it can be cached; others are streamed. */
  isWhole: boolean;
  /** True if the answer is for everyone who is not signed in (cache/render-whole.ts). */
  isPublic?: boolean;
  cachePolicy?: CachePolicy;
  /** Origins that the page may show in frames, and send forms to. */
  frames: string[];
  forms?: string[];
  /** The error of a database or storage that cannot be reached: the page is not sent. */
  outage?: unknown;
}

export interface CachePolicy {
  topics: Dependency[];
  /** The parameters in the one spelling that is cached; null leaves one out. All others are ignored. */
  query?: Record<string, string | null>;
  untilMidnight?: boolean;
  /** Epoch milliseconds, such as when sign-up opens. */
  until?: number;
  /** The short link that this answer redirects from. It is cached like a page, and each time it is sent counts as a visit. */
  visits?: string;
}

export const siteContext = createContext<Site>();
export const responseContext = createContext<ResponseContext>();
export const actorContext = createContext<Actor | null>(null);
/** The sender's network address; empty if the answer is for everyone. */
export const addressContext = createContext('');
