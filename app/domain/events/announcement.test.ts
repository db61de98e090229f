import { expect, test } from 'vitest';
import { eventRow } from '../../../test/event-rows.ts';
import { writeAnnouncement } from './announcement.ts';
import { toEvent, type EventRow } from './event.ts';

const site = { publicUrl: 'https://club.example.edu', clubName: 'Example Club' };
const GLANCE = ['Fri Nov 20', '7:30–9:30 PM'];
const write = (given: Partial<EventRow>, glance = GLANCE) =>
  writeAnnouncement(toEvent(eventRow('a b', { title: 'Game Night', ...given })), glance, site);

test('a chat message is a few lines, and a mail says the same at more length', () => {
  const { chat, subject, body } = write({
    location: 'Room 204',
    presenter: 'Ada',
    description: 'Bring **two** [games](https://games.example).\n\n\n\nWe have snacks.',
  });
  const when = 'Fri Nov 20, 7:30–9:30 PM';
  expect(chat).toBe(`Game Night\n${when}\nRoom 204\nhttps://club.example.edu/events/a%20b`);
  expect(subject).toBe('Game Night');
  expect(body).toBe(
    [
      'Game Night\nby Ada',
      `When: ${when}\nWhere: Room 204`,
      'Bring two games (https://games.example).',
      'We have snacks.',
      'Everything about it:\nhttps://club.example.edu/events/a%20b',
      'Example Club',
    ].join('\n\n'),
  );
});

test('what an event does not say is left out', () => {
  expect(write({}, []).chat).toBe('Game Night\nhttps://club.example.edu/events/a%20b');
  expect(write({}, []).body).not.toMatch(/When|Where|\n{3}/);
  expect(write({ title: null }).subject).toBe('Untitled event');
});

test('two days, a custom date and a tentative one are said as the page says them', () => {
  const days = ['Fri Nov 20, 7:30 PM –', 'Sun Nov 22, 5 PM'];
  expect(write({}, days).chat).toContain('Fri Nov 20, 7:30 PM – Sun Nov 22, 5 PM');
  expect(write({ tentative: 1 }, ['Every Tuesday']).chat).toContain('Every Tuesday (tentative)');
});

test('a cancelled event says so first, and why', () => {
  const { chat, subject, body } = write({ cancelled: 1, cancel_reason: 'The room is flooded.', description: 'Fun!' });
  expect(subject).toBe('Cancelled: Game Night');
  expect(chat).toMatch(/^Cancelled: Game Night\n[^]*This event has been cancelled\.\nThe room is flooded\.\nhttps/);
  expect(body).toMatch(/^This event has been cancelled\.\nThe room is flooded\.\n\nGame Night/);
  expect(body).not.toContain('Fun!');
});

test('a long description ends with a whole sentence or word, and no character is cut in two', () => {
  const sentence = `${'word '.repeat(20).trim()}.`;
  const list = `You will leave with:\n\n- ${'a list that goes on '.repeat(30)}`;
  expect(write({ description: `${sentence} ${sentence}\n\n${list}` }).body).toContain(`${sentence}\n\nEverything`);
  expect(write({ description: 'word '.repeat(400) }).body).toContain('word word …\n\nEverything');
  expect(write({ description: '🎲'.repeat(400) }).body.isWellFormed()).toBe(true);
});

test('line ends and unprintable characters in a title make no lines', () => {
  const { chat, subject } = write({ title: 'Game\r\nNight\0 \u0007🎲' });
  expect(subject).toBe('Game Night 🎲');
  expect(chat.split('\n')).toHaveLength(3);
});
