import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { importEventFile } from '../../../../domain/event-import/import-events.ts';
import { MOST_SENT_BYTES } from '../../../../domain/event-import/event-file.ts';
import { readEventFile } from '../../../../event-files/read-event-file.ts';
import { resource } from '../../../../http/actions.ts';
import { Rejected } from '../../../../domain/errors.ts';
import { fileInput, importInput } from './request-fields.ts';

export const middleware = [needs('import events')];

const requestBody = z.strictObject({ ...fileInput, ...importInput });

export const action = resource({
  POST: async ({ site: { db, clock, mailing }, actor, read }) => {
    const { text, format, as, leftOut, expected, ...answers } = await read(requestBody, MOST_SENT_BYTES);
    const file = await readEventFile({ text, format, answers, timeZone: clock.timeZone });
    if (file.asksColumns)
      throw new Rejected('Please say first which columns of this file have the title and the start.');
    if (file.asksOrder && answers.order === undefined)
      throw new Rejected('Please say first how the dates in this file are written.');
    const options = { leftOut, expected, isPublished: as === 'Published' };
    const { added, changed } = await importEventFile(db, actor, mailing, file, options);
    return { added, changed };
  },
});
