import { drawPixels } from './draw-pixels.server.ts';

export type DrawAnswer = { png: Uint8Array } | { error: string };

// Its answer has arrived, or nobody waits for it any more.
process.once('disconnect', () => process.exit());
process.once('message', ({ svg }: { svg: Uint8Array }) => {
  const answer = (drawn: DrawAnswer) => process.send?.(drawn);
  drawPixels(svg).then(
    (png) => answer({ png }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
