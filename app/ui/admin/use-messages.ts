import { useState } from 'react';
import type { ZodType } from 'zod';

/** A field's message shows once it was left or saving was tried, and goes as soon as the field is right. */
export function useMessages(schema: ZodType, input: unknown) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const found = { ...issuesOf(schema, input), ...refused };
  return {
    of: (path: string): string | undefined => {
      const isShown = attempts > 0 || touched.has(path) || path in refused;
      return isShown ? found[path] : undefined;
    },
    attempts,
    touch: (name: string) => setTouched((now) => (now.has(name) ? now : new Set(now).add(name))),
    /** What the server said of a field no longer holds once it is changed. */
    forgive: (name: string) =>
      setRefused((now) => Object.fromEntries(Object.entries(now).filter(([path]) => path.split('.')[0] !== name))),
    isRefused: Object.keys(refused).length > 0,
    refuse: (fields: Record<string, string>) => setRefused(fields),
    /** The paths of what is wrong. */
    attempt: (): string[] => {
      setAttempts((now) => now + 1);
      return Object.keys(issuesOf(schema, input));
    },
  };
}

function issuesOf(schema: ZodType, input: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}
