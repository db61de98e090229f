const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Half a ticket, should there be a draw: four characters that the operator does not choose. */
export function chooseTicketHalf(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
}
