import { setTimeout as wait } from 'node:timers/promises';
import { listTexts } from '../config/site-texts.ts';
import type { ClubConfig } from '../config/club.ts';
import type { Database } from '../db/db.server.ts';
import {
  forgetLinkChecks,
  listDueAddresses,
  NOT_ASKED,
  noteChecks,
  type LinkStatus,
} from '../domain/findings/link-checks.ts';
import { listSiteLinks, type LinkText } from '../domain/findings/site-links.ts';
import { NotOutside } from './ask-address.ts';

export interface CheckOptions {
  ask: (address: string, signal: AbortSignal) => Promise<LinkStatus>;
  signal: AbortSignal;
  midnight: number;
  /** Between two questions to one host. */
  pauseMs: number;
  limit: number;
  now?: number;
}

const HOSTS_AT_ONCE = 2;

export function linkTextsOf(club: ClubConfig): LinkText[] {
  return listTexts(club).filter(({ kind }) => kind === 'address');
}

/** Asks the addresses that are due; what was answered before a stop is kept. */
export async function checkLinks(db: Database, texts: LinkText[], options: CheckOptions): Promise<void> {
  const { signal, midnight, limit, now } = options;
  const addresses = (await listSiteLinks(db, texts, midnight)).map(({ address }) => address);
  const due = await listDueAddresses(db, addresses, limit, now);
  const hosts = Map.groupBy(due, (address) => new URL(address).host).values();
  const checked: { address: string; status: LinkStatus }[] = [];
  const work = async () => {
    for (const some of hosts) for await (const one of askHost(some, options)) checked.push(one);
  };
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, work));
  await noteChecks(db, checked, now);
  if (!signal.aborted) await forgetLinkChecks(db, addresses, now);
}

async function* askHost(addresses: string[], { ask, signal, pauseMs }: CheckOptions) {
  for (const [at, address] of addresses.entries()) {
    try {
      if (at > 0) await wait(pauseMs, undefined, { signal });
      signal.throwIfAborted();
      yield { address, status: await ask(address, signal) };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof NotOutside)) throw error;
      yield { address, status: NOT_ASKED };
    }
  }
}
