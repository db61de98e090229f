import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Counted once for people who have signed in and once for all others, as anybody can begin a sign-in and never finish. */
const MOST_ITEMS = 5000;

/** At the limit, the least recently used items are dropped. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const signedIn = new LRUCache<string, AdapterPayload>({ max: MOST_ITEMS });
  const others = new LRUCache<string, AdapterPayload>({ max: MOST_ITEMS });
  const all = [signedIn, others];

  function forget(name: string): void {
    for (const items of all) items.delete(name);
  }
  function find(model: string, test: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    const isFound = (payload: AdapterPayload, name: string) => name.startsWith(`${model}:`) && test(payload);
    return signedIn.find(isFound) ?? others.find(isFound);
  }

  return (model) => ({
    async upsert(id, payload, seconds = 3600) {
      forget(`${model}:${id}`);
      (isOfAccount(payload) ? signedIn : others).set(`${model}:${id}`, payload, { ttl: seconds * 1000 });
    },
    find: async (id) => signedIn.get(`${model}:${id}`) ?? others.get(`${model}:${id}`),
    findByUid: async (uid) => find(model, (payload) => payload.uid === uid),
    findByUserCode: async (code) => find(model, (payload) => payload.userCode === code),
    async consume(id) {
      const payload = signedIn.peek(`${model}:${id}`) ?? others.peek(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      forget(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      // Only of this kind: a sign-in under way names the grant too, and goes on when another account's session ends.
      for (const items of all) {
        for (const [name, payload] of [...items.entries()]) {
          if (name.startsWith(`${model}:`) && payload.grantId === grantId) items.delete(name);
        }
      }
    },
  });
}

function isOfAccount({ accountId, result }: AdapterPayload): boolean {
  return accountId !== undefined || result?.login !== undefined;
}
