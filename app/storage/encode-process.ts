import type { Encoded } from './encode-in-child.ts';
import { encode, type EncodeOrder } from './images.server.ts';

// Stopping a site from a terminal reaches this process too: the site ends it, which knows why.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', (order: EncodeOrder) => {
  const answer = (encoded: Encoded) => process.send?.(encoded);
  encode(order).then(
    (copies) => answer({ copies }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
