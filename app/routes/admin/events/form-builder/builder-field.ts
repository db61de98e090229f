import { canBeSource, findFaults, withoutFaults } from '../../../../domain/questions/faults.ts';
import { QUESTIONS, type FieldType } from '../../../../domain/questions/index.ts';
import type { EventFormField } from '../../../../domain/forms/event-form-definition.ts';
import type { FieldInput } from '../../../../domain/forms/form-input.ts';
import { newIdempotencyKey } from '../../../../ui/form/idempotency-key.ts';

/** `id` identifies an option, whatever its name. */
export interface BuilderOption {
  name: string;
  id: string;
  /** As it is typed. */
  places: string;
  /** The stored name; left out if the option is not stored yet. */
  was?: string;
}

/** `id` identifies a field, even before it has a name and wherever it is moved. */
export interface BuilderField extends Omit<FieldInput, 'options' | 'showIf' | 'limits'> {
  id: string;
  options: BuilderOption[];
  /** The ids of an earlier field and of its options; null if the field is always asked. */
  showIf: { field: string; anyOf: (string | boolean)[] } | null;
  atDoor: boolean;
}

export function newBuilderField(type: FieldType): BuilderField {
  const options = QUESTIONS[type].hasOptions ? [newOption(), newOption()] : [];
  return {
    id: newIdempotencyKey(),
    description: '',
    name: '',
    type,
    required: false,
    options,
    showIf: null,
    atDoor: false,
  };
}

export function newOption(): BuilderOption {
  return { id: newIdempotencyKey(), name: '', places: '' };
}

/** The options that are sent: empty ones are not. */
export function keptOptions(options: BuilderOption[]): BuilderOption[] {
  return options.filter(({ name, was }) => name.trim() !== '' || was !== undefined);
}

export function toBuilderFields(fields: FieldInput[]): BuilderField[] {
  return fields.map(({ name, type, description, required, options, showIf, limits = {}, atDoor = false }) => ({
    // The description comes first, because it names the field when two versions of a form are compared.
    description,
    id: name,
    name,
    type,
    required,
    atDoor,
    options: options.map((option, at) => ({
      name: option,
      id: String(at),
      was: option,
      places: Object.hasOwn(limits, option) ? String(limits[option]) : '',
    })),
    showIf: showIf
      ? { field: showIf.field, anyOf: showIf.anyOf.map((answer) => optionId(fields, showIf.field, answer)) }
      : null,
  }));
}

function optionId(fields: FieldInput[], name: string, answer: string | boolean): string | boolean {
  if (typeof answer === 'boolean') return answer;
  return String(fields.find((field) => field.name === name)?.options.indexOf(answer));
}

/** The same questions for another form, whose names the server will make. */
export function toNewBuilderFields(given: FieldInput[]): BuilderField[] {
  const fields = toBuilderFields(given);
  const ids = new Map(fields.map(({ id }) => [id, newIdempotencyKey()]));
  return fields.map((field) => ({
    ...field,
    id: ids.get(field.id) ?? newIdempotencyKey(),
    name: '',
    options: field.options.map(({ was: _was, ...option }) => option),
    showIf: field.showIf && { ...field.showIf, field: ids.get(field.showIf.field) ?? '' },
  }));
}

export function toFieldInputs(fields: BuilderField[]): FieldInput[] {
  const sources = new Map(fields.map((field) => [field.id, field]));
  const needed = new Set(fields.map(({ showIf }) => showIf?.field));
  return fields.map(({ id, name, type, description, required, options, showIf, atDoor }) => {
    const limits = options.flatMap(({ name: option, places }): [string, number][] =>
      places.trim() === '' || option.trim() === '' ? [] : [[option.trim(), limitOf(places)]],
    );
    const renamed = options.flatMap((option): [string, string][] =>
      isRenamed(option) ? [[option.was, option.name.trim()]] : [],
    );
    return {
      // The server makes the names that nothing refers to.
      name: name || (needed.has(id) ? madeName(id) : ''),
      type,
      description,
      required,
      options: keptOptions(options).map((option) => option.name),
      ...(showIf && { showIf: conditionOf(showIf, sources.get(showIf.field)) }),
      ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
      ...(atDoor && { atDoor }),
      ...(renamed.length > 0 && { renamed }),
    };
  });
}

/** True if the option has a new name. People who chose it will have it under that name. */
export function isRenamed(option: BuilderOption): option is BuilderOption & { was: string } {
  const { was, name } = option;
  return was !== undefined && name.trim() !== '' && name.trim() !== was;
}

function conditionOf(
  { field, anyOf }: NonNullable<BuilderField['showIf']>,
  source: BuilderField | undefined,
): NonNullable<FieldInput['showIf']> {
  const names = new Map(source?.options.map(({ id, name }) => [id, name.trim()]));
  return {
    field: source ? source.name || madeName(source.id) : field,
    anyOf: anyOf.flatMap((answer) => (typeof answer === 'boolean' ? answer : (names.get(answer) ?? []))),
  };
}

/** Ten letters and digits, like the server's names. */
function madeName(id: string): string {
  return id.slice(0, 10);
}

/** NaN for anything but a whole number. */
function limitOf(places: string): number {
  return /^\d{1,9}$/.test(places.trim()) ? Number(places) : Number.NaN;
}

interface ChoosableAnswer {
  id: string | boolean;
  label: string;
}

/** The answers of a field on which others can depend. */
export function choosableAnswers({ type, options }: BuilderField): ChoosableAnswer[] {
  if (QUESTIONS[type].hasOptions) return options.map(({ id, name }) => ({ id, label: name }));
  return [
    { id: true, label: 'Yes' },
    { id: false, label: 'No' },
  ];
}

export function isSource(field: BuilderField): boolean {
  return canBeSource({ ...field, options: [], showIf: undefined });
}

/** The name by which officers know a field. */
export function nameOf(field: BuilderField, index: number): string {
  return field.description.trim() || `${index + 1}. ${QUESTIONS[field.type].title}`;
}

/** 'Only asked if ‘Laptop?’ is ‘Yes’'; null for a field that is always asked. */
export function conditionText({ showIf }: BuilderField, fields: BuilderField[]): string | null {
  const at = fields.findIndex(({ id }) => id === showIf?.field);
  const source = fields[at];
  if (!showIf || !source) return null;
  const chosen = choosableAnswers(source).filter(({ id }) => showIf.anyOf.includes(id));
  const answers = chosen.map(({ label }) => `‘${label || '…'}’`).join(' or ');
  return `Only asked if ‘${nameOf(source, at)}’ is ${answers || '…'}`;
}

/** On how many fields it depends, one after another; 0 if it is always asked. */
export function depthOf(fields: BuilderField[], index: number): number {
  const at = fields.slice(0, index).findIndex(({ id }) => id === fields[index]?.showIf?.field);
  return at < 0 ? 0 : 1 + depthOf(fields, at);
}

/** The fields as visitors will see them. An impossible condition counts as none. */
export function previewFields(fields: BuilderField[]): EventFormField[] {
  const named = fields.map((field, index) => ({
    ...field,
    name: `preview-${field.id}`,
    description: nameOf(field, index),
  }));
  const asked = toFieldInputs(named).map((field) => ({
    ...field,
    options: [...new Set(field.options.map((option) => option.trim()).filter(Boolean))],
  }));
  return withoutFaults(asked, findFaults(asked));
}

/** What is wrong with each field's condition, in their order. A missing answer is reported only once the field was left. */
export function conditionFaults(fields: BuilderField[]): (string | undefined)[] {
  const named = fields.map((field) => ({ ...field, description: field.description.trim() || '…' }));
  const found = findFaults(
    toFieldInputs(named).map((input, index) => ({ ...input, name: input.name || String(index) })),
  );
  return fields.map(({ showIf }, index) => {
    const isChosen = showIf !== null && showIf.anyOf.length > 0;
    return isChosen ? found.find((fault) => fault.index === index && fault.path[0] === 'showIf')?.message : undefined;
  });
}

/** The fields that are asked only after this one, or after this option of it. */
export function dependents(fields: BuilderField[], { id }: BuilderField, option?: BuilderOption): BuilderField[] {
  return fields.filter(
    ({ showIf }) => showIf?.field === id && (option === undefined || showIf.anyOf.includes(option.id)),
  );
}

/** '{label} is only asked after this.', one sentence per field. */
export function dependentsText(fields: BuilderField[], depending: BuilderField[]): string {
  return depending.map((field) => `${nameOf(field, fields.indexOf(field))} is only asked after this.`).join(' ');
}

/** Removes the conditions of these fields. */
export function withoutConditions(fields: BuilderField[], depending: BuilderField[]): BuilderField[] {
  return fields.map((field) => (depending.includes(field) ? { ...field, showIf: null } : field));
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
