/** Without the messages of a field and of its parts. A field of an import may have a dot in its name. */
export function withoutField(refused: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(refused).filter(([path]) => path !== name && !path.startsWith(`${name}.`)));
}
