import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventSent, fieldSent } from '../../../../test/event-inputs.ts';
import { checkInput } from '../../../domain/check-input.ts';
import type { EditableEvent, InputWithFiles } from '../../../domain/event-changes/editable-event.ts';
import { eventInput, type EventInput } from '../../../domain/event-changes/event-input.ts';
import { wallMoment } from '../../../time/wall-text.ts';
import { copyOf, inputOf, eventValuesOf } from './event-values.ts';
import { announcedLine, repeatLines } from './repeat-lines.ts';

const TORONTO = 'America/Toronto';
/** On the club's clocks, before every week that is asked for here. */
const NOW = '2026-10-20T12:00';

function opened(given: Partial<InputWithFiles> = {}): EditableEvent {
  const input = { ...eventSent(), image: null, resources: [], gallery: [], ...given };
  const counts = { responses: { count: 2, byField: {} }, signUps: 2, going: 1, sharers: 1, isReleased: false };
  const retrospective = { ranOut: '', change: '', cost: '', came: null };
  return { key: 'talk', version: 3, input, ...counts, retrospective, lastTime: null };
}

function refusals(draft: EditableEvent): unknown {
  try {
    checkInput(eventInput(TORONTO, 'USD'), inputOf(copyOf(draft, NOW)));
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a copy', () => {
  test('is a week later in all its times, with new fields, and without what became of the other', () => {
    const picture = { name: 'a.jpg', url: 'https://elsewhere.example/a.jpg' };
    const draft = opened({
      opens: '2026-11-13T12:00',
      closes: '2026-11-20T19:00',
      visibility: 'Publish at',
      publishAt: '2026-11-01T08:00',
      image: picture,
      gallery: [picture],
      recap: 'It was good.',
      hasForm: true,
      asksPerson: true,
      places: '5',
      fields: [fieldSent('Diet', { name: 'diet' }), fieldSent('Size', { name: 'size' })],
    });
    const values = copyOf(draft, NOW);
    expect(values).toMatchObject({
      start: '2026-11-27T19:30',
      end: '2026-11-27T21:00',
      opens: '2026-11-20T12:00',
      closes: '2026-11-27T19:00',
      publishAt: '2026-11-08T08:00',
      image: picture,
      gallery: [],
      recap: '',
      places: '5',
      repeatWeekly: '0',
    });
    expect(inputOf(values).fields.map(({ name, description }) => [name, description])).toEqual([
      ['', 'Diet'],
      ['', 'Size'],
    ]);
    expect(new Set(values.fields.map(({ id }) => id)).size).toBe(2);
  });

  test.each([
    ['this evening, a week after the other', '2026-11-13T19:30', '2026-11-20T12:00', '2026-11-20T19:30'],
    ['on the next such weekday where that has passed', '2026-11-13T09:00', '2026-11-20T12:00', '2026-11-27T09:00'],
    ['on the first such weekday from tomorrow on', '2024-09-21T19:30', '2026-11-20T12:00', '2026-11-21T19:30'],
    ['not today once more than a week has gone', '2026-10-30T19:30', '2026-11-20T12:00', '2026-11-27T19:30'],
    ['a week later, however far ahead', '2027-01-15T19:30', '2026-11-20T12:00', '2027-01-22T19:30'],
  ])('is %s', (_what, start, now, proposed) => {
    const values = copyOf(opened({ start, opens: start, end: '' }), now);
    expect([values.start, values.opens, values.end]).toEqual([proposed, proposed, '']);
  });

  test('asks after the same answers, by names of its own, with the same places', () => {
    const fields = [
      fieldSent('Laptop?', { name: 'laptop', type: 'checkbox' }),
      fieldSent('System', {
        name: 'system',
        type: 'radio',
        options: ['Linux', 'Other'],
        limits: { Linux: 3 },
        atDoor: true,
        showIf: { field: 'laptop', anyOf: [true] },
      }),
      fieldSent('Which?', { name: 'which', showIf: { field: 'system', anyOf: ['Other'] } }),
    ];
    const draft = opened({ hasForm: true, fields });
    expect(inputOf(eventValuesOf(draft)).fields).toEqual(fields);
    const [laptop, system, which] = inputOf(copyOf(draft, NOW)).fields;
    const names = [laptop?.name, system?.name];
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(new Set([...names, 'laptop', 'system']).size).toBe(4);
    expect(system).toMatchObject({ limits: { Linux: 3 }, atDoor: true, showIf: { field: names[0], anyOf: [true] } });
    expect(which).toMatchObject({ name: '', showIf: { field: names[1], anyOf: ['Other'] } });
  });

  test('asks about a time that comes twice, and says of one that does not exist', () => {
    expect(refusals(opened({ start: '2026-10-25T01:30', end: '2026-10-25T03:00' }))).toMatchObject({
      fields: {
        startOccurrence: 'This time comes twice, because the clocks go back. Please choose which one is meant',
      },
    });
    expect(refusals(opened({ start: '2027-03-07T02:30', end: '2027-03-07T04:00' }))).toMatchObject({
      fields: {
        start: `This time does not exist: the clocks go forward. The next one is ${wallMoment('2027-03-14T03:00')}`,
      },
    });
    expect(
      refusals(opened({ start: '2026-11-01T01:30', startOccurrence: 'second', end: '2026-11-01T03:00' })),
    ).toBeUndefined();
  });
});

describe('before events are made, it is said', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const lines = (start: string, end: string, repeatWeekly: string) =>
    repeatLines(eventSent({ start, end, repeatWeekly }), TORONTO);

  test('which days they are on', () => {
    expect(lines('2026-11-27T19:30', '2026-11-27T21:00', '4')).toEqual([
      '5 events: Fri Nov 27, Fri Dec 4, Fri Dec 11, Fri Dec 18, Fri Dec 25.',
    ]);
    for (const none of ['0', '', 'x', '21']) expect(lines('2026-11-27T19:30', '2026-11-27T21:00', none)).toEqual([]);
    expect(lines('', '', '4')).toEqual([]);
  });

  test('what the clocks change about one of them', () => {
    expect(lines('2027-03-07T02:30', '2027-03-07T04:00', '2')).toEqual([
      '3 events: Sun Mar 7, 2027, Sun Mar 14, 2027, Sun Mar 21, 2027.',
      'Sun Mar 14, 2027 begins at 3 AM: the clocks go forward, and 2:30 AM does not exist.',
    ]);
    expect(lines('2026-10-25T01:30', '2026-10-25T02:30', '1')).toEqual([
      '2 events: Sun Oct 25, Sun Nov 1.',
      'Sun Nov 1 begins at the first 1:30 AM: the clocks go back, and it comes twice.',
    ]);
  });

  test('which of them is announced', () => {
    const given = { start: '2026-11-27T19:30', end: '2026-11-27T21:00', repeatWeekly: '2', announce: true };
    const line = (now: string, more: Partial<EventInput> = {}) =>
      announcedLine(eventSent({ ...given, ...more }), TORONTO, Date.parse(now));
    const one = 'is announced on Discord. Tick the box of another event to announce it as well.';
    expect(line('2026-11-26')).toBe(`Only Fri Nov 27 ${one}`);
    expect(line('2026-11-30')).toBe(`Only Fri Dec 4 ${one}`);
    expect(line('2027-01-01')).toBeUndefined();
    expect(line('2026-11-26', { announce: false })).toBeUndefined();
    expect(line('2026-11-26', { repeatWeekly: '0' })).toBeUndefined();
    expect(line('2026-11-26', { visibility: 'Draft' })).toBeUndefined();
    expect(line('2026-11-26', { visibility: 'Publish at' })).toBe('Each is announced on Discord as it appears.');
  });
});
