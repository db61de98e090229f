import { expect, test } from 'vitest';
import club from '../../../club.config.ts';
import { newEvent } from '../../../test/event-rows.ts';
import { eventSchema } from './event-json-ld.ts';

const HOST = { ...club.club, publicUrl: 'https://club.example.edu' };

test('an event is told to search engines with the club’s offset and absolute addresses', () => {
  const event = newEvent('-A b', {
    title: 'Git',
    description: '[Branches](https://example.com/git)',
    location: 'Room 1',
    // Across the end of daylight saving: one in each offset.
    start: Date.parse('2026-10-31T23:30:00-04:00'),
    end: Date.parse('2026-11-01T03:00:00-05:00'),
    image: { name: 'a.jpg', url: '/files/2026/1/5/g/a.jpg' },
  });
  expect(eventSchema(event, HOST)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Git',
    startDate: '2026-10-31T23:30:00-04:00',
    endDate: '2026-11-01T03:00:00-05:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: 'Room 1',
      address: 'Quillmoor University, 12 College Way, Springfield, ON A1B 2C3',
    },
    image: ['https://club.example.edu/files/2026/1/5/g/a.jpg'],
    description: 'Branches',
    organizer: {
      '@type': 'Organization',
      name: 'Quillmoor University Computer Science Club',
      url: 'https://club.example.edu',
    },
    url: 'https://club.example.edu/events/-A%20b',
  });
});

test.each([
  { location: 'https://meet.example.com/x', url: 'https://meet.example.com/x' },
  { location: 'Online, link by email', url: 'https://club.example.edu/events/-Key' },
])('an event at “$location” is online', ({ location, url }) => {
  expect(eventSchema(newEvent('-Key', { start: 0, location }), HOST)).toMatchObject({
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url },
  });
});

test('an event without a fixed date is not told', () => {
  expect(eventSchema(newEvent('-Key'), HOST)).toBeUndefined();
  expect(eventSchema(newEvent('-Key', { start: 0, hiddenDate: true }), HOST)).toBeUndefined();
});

test('an event without a title is called what its page calls it', () => {
  expect(eventSchema(newEvent('-Key', { start: 0, title: '' }), HOST)).toMatchObject({ name: 'Untitled event' });
});

test('an end that is not after the start is left out', () => {
  expect(eventSchema(newEvent('-Key', { start: 5, end: 5 }), HOST)).not.toHaveProperty('endDate');
});

test('what a place costs is told with its currency', () => {
  const url = 'https://club.example.edu/events/-Key';
  expect(eventSchema(newEvent('-Key', { start: 0 }), HOST, { price: '12.5', currency: 'CAD' })).toMatchObject({
    offers: { '@type': 'Offer', price: '12.5', priceCurrency: 'CAD', url },
  });
});
