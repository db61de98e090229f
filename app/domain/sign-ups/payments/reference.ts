/** Leaves out characters that are easily confused: I and 1, O and 0. */
export const REFERENCE_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const REFERENCE_LENGTH = 8;

const REFERENCE = new RegExp(`^[${REFERENCE_CHARACTERS}]{${REFERENCE_LENGTH}}$`);

export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}
