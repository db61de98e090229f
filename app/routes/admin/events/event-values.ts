import type { EditableEvent, OpenedInput } from '../../../domain/events/editable-event.ts';
import type { EventInput } from '../../../domain/events/event-input.ts';
import { sameWallTime } from '../../../domain/events/wall-span.ts';
import { toBuilderField, toFieldInput, toNewBuilderField, type BuilderField } from './form-builder/builder-field.ts';

export interface EventValues extends Omit<OpenedInput, 'fields'> {
  fields: BuilderField[];
}

/** The labels, exactly: people, docs and tests know the fields by them. */
export const LABELS: Record<keyof EventValues, string> = {
  title: 'Title',
  presenter: 'Presenter',
  location: 'Location',
  tentative: 'Tentative date',
  hiddenDate: 'Hidden/custom date',
  customDate: 'Custom date',
  start: 'Start time',
  end: 'End time',
  description: 'Description',
  dscEvent: 'DSC event',
  hasGoogleForm: 'Include embedded google form',
  googleFormUrl: 'Embedded Google Form url',
  hasSignup: 'Include sign up link',
  signupUrl: 'Sign up form URL',
  hasForm: 'Include embedded form',
  fields: 'Fields of the form',
  responsesDays: 'Keep responses for',
  asksPerson: 'Ask for name and e-mail',
  places: 'Places',
  waitlist: 'Waitlist',
  opens: 'Sign-up opens',
  opensOccurrence: 'Sign-up opens, first or second',
  closes: 'Sign-up closes',
  closesOccurrence: 'Sign-up closes, first or second',
  remind: 'Remind by e-mail',
  tellSignUps: 'Tell the people who signed up',
  repeatWeekly: 'Repeat weekly',
  visibility: 'Visibility',
  publishAt: 'Publish at',
  publishAtOccurrence: 'Publish at, first or second',
  recap: 'Recap',
  announce: 'Announce on Discord',
  image: 'Upload Image',
  resources: 'Upload Resources',
  gallery: 'Upload Gallery Images',
  startOccurrence: 'Start time, first or second',
  endOccurrence: 'End time, first or second',
};

/** A new event (product.md 2, Events). It has no time before someone has chosen one. */
export const NEW_EVENT: EventValues = {
  title: '',
  presenter: '',
  location: '',
  tentative: false,
  hiddenDate: false,
  customDate: '',
  start: '',
  startOccurrence: '',
  end: '',
  endOccurrence: '',
  description: '',
  dscEvent: false,
  hasGoogleForm: false,
  googleFormUrl: '',
  hasSignup: false,
  signupUrl: '',
  hasForm: true,
  fields: [],
  responsesDays: '',
  asksPerson: false,
  places: '',
  waitlist: true,
  opens: '',
  opensOccurrence: '',
  closes: '',
  closesOccurrence: '',
  remind: 'A day before',
  tellSignUps: true,
  repeatWeekly: '0',
  visibility: 'Published',
  publishAt: '',
  publishAtOccurrence: '',
  recap: '',
  announce: true,
  image: null,
  resources: [],
  gallery: [],
};

export function valuesOf({ input }: EditableEvent): EventValues {
  return { ...input, fields: input.fields.map(toBuilderField) };
}

/**
 * A further event like it, a week later at the same wall time: one that comes twice, or never, is asked about as where it
 * was typed. What became of the other is not copied: its gallery and its recap.
 */
export function copyOf({ input }: EditableEvent): EventValues {
  return {
    ...input,
    ...{ start: laterOf(input.start), startOccurrence: '', end: laterOf(input.end), endOccurrence: '' },
    ...{ opens: laterOf(input.opens), opensOccurrence: '', closes: laterOf(input.closes), closesOccurrence: '' },
    ...{ publishAt: laterOf(input.publishAt), publishAtOccurrence: '' },
    ...{ announce: true, recap: '', gallery: [] },
    fields: input.fields.map(toNewBuilderField),
  };
}

function laterOf(wall: string): string {
  return wall && sameWallTime(wall);
}

export function inputOf(values: EventValues): EventInput {
  return { ...values, fields: values.fields.map(toFieldInput) };
}

export function fromDraft(current: EditableEvent) {
  return { values: valuesOf(current), version: current.version };
}
