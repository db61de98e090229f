/** Reads only the object's own property, because a field may have any name, even 'constructor'. */
export function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
