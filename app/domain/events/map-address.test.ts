import { expect, test } from 'vitest';
import { mapAddress } from './map-address.ts';

const maps = { search: 'https://maps.example.com/?q={place}', near: 'Example University' };

test.each([
  ['Babbage Hall, Room 332', 'https://maps.example.com/?q=Babbage%20Hall%2C%20Room%20332%2C%20Example%20University'],
  ['Example University, Great Hall', 'https://maps.example.com/?q=Example%20University%2C%20Great%20Hall'],
  ['Café & Bar #2', 'https://maps.example.com/?q=Caf%C3%A9%20%26%20Bar%20%232%2C%20Example%20University'],
  ['$& $1', 'https://maps.example.com/?q=%24%26%20%241%2C%20Example%20University'],
])('%s is looked up near the club', (location, address) => {
  expect(mapAddress(location, maps)).toBe(address);
});

test.each(['', '  ', 'Online', 'online (link in the chat)', 'TBA', 'To be announced', 'Zoom', 'Virtual'])(
  '‘%s’ is on no map',
  (location) => {
    expect(mapAddress(location, maps)).toBeNull();
  },
);

test('an address of the web leads there itself', () => {
  expect(mapAddress('https://meet.example.com/x', maps)).toBe('https://meet.example.com/x');
  expect(mapAddress('javascript:alert(1)', maps)).toBe(
    'https://maps.example.com/?q=javascript%3Aalert(1)%2C%20Example%20University',
  );
});

test('half a character is no reason to fail', () => {
  expect(mapAddress('Hall \ud83d', maps)).toContain('Hall');
});
