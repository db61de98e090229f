import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { previewEvents } from '../../../../domain/event-import/import-events.ts';
import { MOST_SENT_BYTES } from '../../../../domain/event-import/event-file.ts';
import { readEventFile } from '../../../../event-files/read-event-file.ts';
import { resource } from '../../../../http/actions.ts';
import { fileInput } from './request-fields.ts';

export const middleware = [needs('import events')];

/** Returns what an import of this file would do. */
export const action = resource({
  POST: async ({ site: { db, clock }, actor, read }) => {
    const { text, format, ...answers } = await read(z.strictObject(fileInput), MOST_SENT_BYTES);
    const file = await readEventFile({ text, format, answers, timeZone: clock.timeZone });
    const asksOrder = file.asksOrder && answers.order === undefined;
    return previewEvents(db, actor, clock, { ...file, asksOrder });
  },
});
