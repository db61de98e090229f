import { drawPixels } from './draw-pixels.server.ts';

export type Drawn = { png: Uint8Array } | { error: string };

// Its answer has arrived, or nobody waits for it any more.
process.once('disconnect', () => process.exit());
process.once('message', ({ svg }: { svg: Uint8Array }) => {
  const answer = (drawn: Drawn) => process.send?.(drawn);
  drawPixels(svg).then(
    (png) => answer({ png }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
