import { describe, expect, test } from 'vitest';
import { fingerprintOf, newSecret, orderTickets } from '../../../domain/sign-ups/draw/order.ts';
import { newTicket } from '../../../domain/sign-ups/draw/tickets.ts';
import { recompute, type ShownDraw } from './recompute.ts';

function drawn(count: number, places: number): ShownDraw {
  const secret = newSecret();
  const order = orderTickets(
    secret,
    Array.from({ length: count }, () => newTicket()),
  );
  const tickets = order.map((ticket, at) => ({ ticket, place: at < places }));
  return { hash: fingerprintOf(secret), secret, places, tickets };
}

const RIGHT = 'The order is what the secret makes of the tickets.';

describe('the browser’s own arithmetic', () => {
  test.each([
    [0, 5],
    [1, 1],
    [300, 40],
    [20, 100],
  ])('of %i tickets for %i places comes to what the server drew', async (count, places) => {
    expect(await recompute(drawn(count, places))).toBe(RIGHT);
  });

  test('names the line where two tickets were swapped', async () => {
    const draw = drawn(30, 10);
    const [third, fourth] = [draw.tickets[2]?.ticket ?? '', draw.tickets[3]?.ticket ?? ''];
    const tickets = draw.tickets.map((one, at) =>
      at === 2 ? { ...one, ticket: fourth } : at === 3 ? { ...one, ticket: third } : one,
    );
    const said = await recompute({ ...draw, tickets });
    expect(said).toBe(`Line 3 is wrong: ${fourth} is there, and it should be ${third}.`);
  });

  test('notices a ticket that was added afterwards, or left out', async () => {
    const draw = drawn(30, 10);
    const added = { ...draw, tickets: [{ ticket: 'FRIEND22', place: true }, ...draw.tickets] };
    expect(await recompute(added)).toMatch(/^Line \d+ is wrong: /);
    expect(await recompute({ ...draw, tickets: draw.tickets.slice(1) })).toMatch(/^Line \d+ is wrong: /);
  });

  test('names the line of who was given a place without having drawn one', async () => {
    const draw = drawn(30, 10);
    const tickets = draw.tickets.map((one, at) => (at === 14 ? { ...one, place: true } : one));
    expect(await recompute({ ...draw, tickets })).toBe(`Line 15 is wrong: ${tickets[14]?.ticket} should wait.`);
  });

  test('refuses another secret than the one whose fingerprint was shown', async () => {
    const said = await recompute({ ...drawn(5, 2), secret: newSecret() });
    expect(said).toBe('The secret is not the one whose fingerprint was shown.');
  });
});
