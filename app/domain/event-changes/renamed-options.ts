import type { Writer } from '../../db/db.server.ts';
import { own } from '../own.ts';
import type { Answer } from '../questions/answer.ts';
import type { EventFormField } from '../forms/event-form-definition.ts';
import type { FieldInput } from '../forms/form-input.ts';
import { pageAnswers } from '../forms/chosen-options.ts';
import { replaceAnswers } from '../sign-ups/carry-out.ts';

/** People who chose a renamed option have it under its new name, and keep its place. */
export async function renameChosen(
  tx: Writer,
  formId: string,
  before: Partial<EventFormField>[],
  fields: FieldInput[],
): Promise<void> {
  const renames = new Map(
    fields.flatMap(({ name, options, renamed = [] }): [string, Map<string, string>][] => {
      const known = before.find((field) => field.name === name)?.options ?? [];
      const pairs = renamed.filter(([former, current]) => known.includes(former) && options.includes(current));
      return pairs.length > 0 ? [[name, new Map(pairs)]] : [];
    }),
  );
  if (renames.size === 0) return;
  for await (const responses of pageAnswers(tx, formId)) {
    const replaced = responses.flatMap(({ key, answers }) => {
      const renamed = [...renames].flatMap(([name, names]): [string, Answer][] => {
        const answer = renameAnswer(own(answers, name), names);
        return answer === undefined ? [] : [[name, answer]];
      });
      return renamed.length === 0 ? [] : [{ key, answers: { ...answers, ...Object.fromEntries(renamed) } }];
    });
    await replaceAnswers(tx, { id: formId, fields }, replaced);
  }
}

/** undefined if nothing in it is renamed. */
function renameAnswer(answer: Answer | undefined, names: ReadonlyMap<string, string>): Answer | undefined {
  if (typeof answer === 'string') return names.get(answer);
  if (!Array.isArray(answer) || !answer.some((option) => names.has(option))) return undefined;
  return [...new Set(answer.map((option) => names.get(option) ?? option))];
}
