/** An address as it is compared: letters' case and surrounding spaces do not count. */
export function addressKey(email: string): string {
  return email.trim().toLowerCase();
}
