/** The same for the same outbox key, so that a copy sent after a crash is known as a copy. */
export function messageId(key: string, publicUrl: string): string {
  const left = key.replace(/[^\w-]/g, (character) => `=${character.charCodeAt(0).toString(16)}`);
  return `<${left}@${new URL(publicUrl).hostname.replace(/[[\]]/g, '')}>`;
}
