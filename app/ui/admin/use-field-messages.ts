import { useState } from 'react';
import type { ZodType } from 'zod';
import { firstMessages } from '../../domain/check-input.ts';
import { own } from '../../domain/own.ts';
import { useTouched } from '../form/use-touched.ts';
import { withoutField } from './refused-paths.ts';

/** A field's message appears once the field was left or saving was tried, and goes as soon as the field is right. */
export function useFieldMessages(schema: ZodType, input: unknown) {
  const { attempts, isTouched, touch, attempt } = useTouched();
  const [refused, setRefused] = useState<Record<string, string>>({});
  const found = { ...issuesOf(schema, input), ...refused };
  return {
    of: (path: string): string | undefined => {
      const isShown = attempts > 0 || isTouched(path) || Object.hasOwn(refused, path);
      return isShown ? own(found, path) : undefined;
    },
    attempts,
    touch,
    /** Once a field is changed, what the server said about it no longer holds. */
    clear: (name: string) => setRefused((now) => withoutField(now, name)),
    isRefused: Object.keys(refused).length > 0,
    showRefused: (fields: Record<string, string>) => setRefused(fields),
    /** Returns the paths of the wrong fields. */
    attempt: (): string[] => {
      attempt();
      return Object.keys(issuesOf(schema, input));
    },
  };
}

function issuesOf(schema: ZodType, input: unknown): Record<string, string> {
  return firstMessages(schema.safeParse(input).error ?? { issues: [] });
}
