const PASSIVE: Record<string, string> = {
  granted: 'was made an admin',
  revoked: 'was removed as an admin',
};

/** Said of a person before who did it; undefined for what is said of who did it. */
export function passiveOf(verb: string): string | undefined {
  return PASSIVE[verb];
}
