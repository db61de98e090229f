import type { Encoded } from './encode-apart.ts';
import { encode, type EncodeOrder } from './encode.server.ts';

process.on('message', (order: EncodeOrder) => {
  const answer = (encoded: Encoded) => process.send?.(encoded);
  encode(order).then(
    (content) => answer({ content }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
