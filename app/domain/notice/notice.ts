import { faultOf, momentOf, writeWallTime } from '../../time/club-date-time.ts';
import { defineRecord, type RecordIn, type RowIn } from '../records/define.ts';
import { instant, link, text } from '../records/fields.ts';
import { oneLine } from '../records/one-line.ts';
import { z } from '../zod.ts';

export const NOTICE_KEY = 'notice';

export const MOST_CHARACTERS = 200;

const textInput = oneLine({ what: 'A notice', most: MOST_CHARACTERS });

/** The line above every public page; there is only one. */
export const notices = defineRecord({
  topic: 'notice',
  table: 'notices',
  key: NOTICE_KEY,
  title: ({ text: said }) => said || 'none',
  fields: {
    text: text({ input: textInput, exported: { check: 'as entered' } }),
    url: link(),
    from: instant({ column: 'from_at' }),
    until: instant({ column: 'until_at' }),
  },
});

export type Notice = RecordIn<typeof notices>;

type NoticeRow = RowIn<typeof notices>;

declare module '../../db/tables.ts' {
  interface Tables {
    notices: NoticeRow;
  }
}

const wall = z.string('must be a text').max(40, 'Please enter a date and a time').default('');
const occurrence = z.enum(['', 'first', 'second'], 'Please choose the first or the second').default('');

const FIELDS = {
  text: notices.fields.text.input,
  url: notices.fields.url.input,
  from: wall,
  fromOccurrence: occurrence,
  until: wall,
  untilOccurrence: occurrence,
};

/** The notice as it is entered: times are by the club's clock, and empty if there are none. */
export function noticeInput(timeZone: string) {
  return z.strictObject(FIELDS).superRefine((input, context) => {
    const refuse = (field: keyof typeof FIELDS, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    for (const name of ['from', 'until'] as const) {
      const fault = input[name] === '' ? undefined : faultOf(input[name], input[`${name}Occurrence`], timeZone);
      if (fault) refuse(fault.field === 'time' ? name : `${name}Occurrence`, fault.message);
    }
    const { from, until } = momentsOf(input, timeZone);
    if (from !== null && until !== null && until <= from) refuse('until', '‘Until’ is before ‘From’');
  });
}

export type NoticeInput = z.output<ReturnType<typeof noticeInput>>;

export function momentsOf(input: NoticeInput, timeZone: string): Pick<Notice, 'from' | 'until'> {
  const { from, fromOccurrence, until, untilOccurrence } = input;
  return {
    from: momentOf(from, fromOccurrence, timeZone) ?? null,
    until: momentOf(until, untilOccurrence, timeZone) ?? null,
  };
}

export function valuesOfNotice({ text: said, url, from, until }: Notice, timeZone: string): NoticeInput {
  const none = { wall: '', occurrence: '' } as const;
  const begin = from === null ? none : writeWallTime(from, timeZone);
  const end = until === null ? none : writeWallTime(until, timeZone);
  return {
    text: said,
    url,
    from: begin.wall,
    fromOccurrence: begin.occurrence,
    until: end.wall,
    untilOccurrence: end.occurrence,
  };
}

export function isShown({ text: said, from, until }: Pick<Notice, 'text' | 'from' | 'until'>, now: number): boolean {
  return said !== '' && (from === null || from <= now) && (until === null || now < until);
}
