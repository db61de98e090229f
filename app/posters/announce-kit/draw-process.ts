import { constants, setPriority } from 'node:os';
import type { KitOrder } from './draw-kit-file.ts';
import { drawPdf, drawPng } from './draw-sheet.ts';
import { SHEETS } from './kit.ts';
import { layOut } from './lay-out.ts';

setPriority(constants.priority.PRIORITY_LOW);

// The answer has arrived, or nobody is waiting for it any more.
process.once('disconnect', () => process.exit());
process.once('message', (order: KitOrder) => {
  draw(order)
    .then((bytes) => process.send?.(bytes))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});

async function draw({ file, content, language }: KitOrder): Promise<Uint8Array> {
  const name = SHEETS.find((one) => file.startsWith(one)) ?? 'poster';
  const sheet = await layOut(name, content);
  if (file === 'poster.pdf') return drawPdf(sheet, content, language);
  return drawPng(sheet, name === 'poster' ? 1.5 : 1);
}
