/** What is under a name, whatever that is: 'constructor' may be a field's like any other. */
export function own<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
