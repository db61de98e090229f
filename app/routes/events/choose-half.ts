const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Of a ticket in a draw, should there be one: the operator does not choose these four. */
export function chooseHalf(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => SIGNS[byte % SIGNS.length]).join('');
}
