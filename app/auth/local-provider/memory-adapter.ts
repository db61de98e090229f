import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Item {
  payload: AdapterPayload;
  /** Epoch milliseconds. */
  expires: number;
}

const MOST_ITEMS = 5000;

/** Keeps what the local identity provider remembers for as long as this process runs. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const items = new Map<string, Item>();
  const find = (test: (id: string, payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const [id, { payload, expires }] of items) if (expires > Date.now() && test(id, payload)) return payload;
    return undefined;
  };
  return (model) => ({
    async upsert(id, payload, seconds = 3600) {
      if (items.size >= MOST_ITEMS) dropOldest(items);
      items.set(`${model}:${id}`, { payload, expires: Date.now() + seconds * 1000 });
    },
    async find(id) {
      const item = items.get(`${model}:${id}`);
      return item && item.expires > Date.now() ? item.payload : undefined;
    },
    findByUid: async (uid) => find((id, payload) => id.startsWith(`${model}:`) && payload.uid === uid),
    findByUserCode: async (code) => find((id, payload) => id.startsWith(`${model}:`) && payload.userCode === code),
    async consume(id) {
      const item = items.get(`${model}:${id}`);
      if (item) item.payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      items.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      // Only of this kind: a sign-in under way names the grant too, and goes on when another account's session ends.
      for (const [id, { payload }] of items) {
        if (id.startsWith(`${model}:`) && payload.grantId === grantId) items.delete(id);
      }
    },
  });
}

function dropOldest(items: Map<string, Item>): void {
  const [oldest] = items.keys();
  if (oldest !== undefined) items.delete(oldest);
}
