import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Item {
  payload: AdapterPayload;
  /** Epoch milliseconds. */
  expires: number;
}

/** Once for those who have signed in, once for all others: anybody can begin a sign-in, and need not finish it. */
const MOST_ITEMS = 5000;

/** Where it becomes too much, what was not asked for longest goes. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const [signedIn, others] = [new Map<string, Item>(), new Map<string, Item>()];
  const all = [signedIn, others];

  function keep(items: Map<string, Item>, name: string, item: Item): void {
    forget(name);
    items.set(name, item);
    const [oldest] = items.keys();
    if (items.size > MOST_ITEMS && oldest !== undefined) items.delete(oldest);
  }
  function forget(name: string): void {
    for (const items of all) items.delete(name);
  }
  function find(model: string, test: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const items of all) {
      for (const [name, { payload, expires }] of items) {
        if (expires > Date.now() && name.startsWith(`${model}:`) && test(payload)) return payload;
      }
    }
    return undefined;
  }

  return (model) => ({
    async upsert(id, payload, seconds = 3600) {
      const items = isOfAccount(payload) ? signedIn : others;
      keep(items, `${model}:${id}`, { payload, expires: Date.now() + seconds * 1000 });
    },
    async find(id) {
      const name = `${model}:${id}`;
      for (const items of all) {
        const item = items.get(name);
        if (!item || item.expires <= Date.now()) continue;
        keep(items, name, item);
        return item.payload;
      }
      return undefined;
    },
    findByUid: async (uid) => find(model, (payload) => payload.uid === uid),
    findByUserCode: async (code) => find(model, (payload) => payload.userCode === code),
    async consume(id) {
      for (const items of all) {
        const item = items.get(`${model}:${id}`);
        if (item) item.payload.consumed = Math.floor(Date.now() / 1000);
      }
    },
    async destroy(id) {
      forget(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      // Only of this kind: a sign-in under way names the grant too, and goes on when another account's session ends.
      for (const items of all) {
        for (const [name, { payload }] of items) {
          if (name.startsWith(`${model}:`) && payload.grantId === grantId) items.delete(name);
        }
      }
    },
  });
}

function isOfAccount({ accountId, result }: AdapterPayload): boolean {
  return accountId !== undefined || result?.login !== undefined;
}
