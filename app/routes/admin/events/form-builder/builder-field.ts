import type { FieldType } from '../../../../domain/questions/index.ts';
import type { FieldInput } from '../../../../domain/responses/form-input.ts';
import { newKey } from '../../../../ui/form/idempotency-key.ts';

/** `id` tells it from the others, also before it has a name, wherever it is moved. */
export interface BuilderField extends FieldInput {
  id: string;
}

export function newBuilderField(type: FieldType): BuilderField {
  return { id: newKey(), description: '', name: '', type, required: false, options: [] };
}

// The description first: it is what a field is called wherever two states of a form are compared.
export function toBuilderField({ name, type, description, required, options }: FieldInput): BuilderField {
  return { id: name, description, name, type, required, options };
}

/** The same question in another form: the server makes its name. */
export function toNewBuilderField({ type, description, required, options }: FieldInput): BuilderField {
  return { ...newBuilderField(type), description, required, options };
}

export function toFieldInput({ name, type, description, required, options }: BuilderField): FieldInput {
  return { name, type, description, required, options };
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
