import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventSent, fieldSent } from '../../../test/event-inputs.ts';
import { checkInput } from '../check-input.ts';
import { Rejected } from '../errors.ts';
import { wallMoment } from '../../time/wall-text.ts';
import { eventInput, type EventInput } from './event-input.ts';

/** The messages per field; undefined when the input can be taken. */
function wrong(given: Record<string, unknown>): Record<string, string> | undefined {
  try {
    checkInput(eventInput('America/Toronto', 'USD'), { ...eventSent(), ...given });
    return undefined;
  } catch (error) {
    if (error instanceof Rejected) return error.fields;
    throw error;
  }
}

const withFields = (...fields: EventInput['fields']) => wrong({ hasForm: true, fields });

describe('times', () => {
  test('an end before the start is refused, the same minute is not', () => {
    expect(wrong({ end: '2026-11-20T19:29' })).toEqual({ end: expect.stringContaining('before it starts') });
    expect(wrong({ end: '2026-11-20T19:30' })).toBeUndefined();
  });

  test('a time that the clocks jump over names the next one', () => {
    expect(wrong({ start: '2026-03-08T02:30' })?.start).toBe(
      `This time does not exist: the clocks go forward. The next one is ${wallMoment('2026-03-08T03:00')}`,
    );
  });

  test('a time that comes twice asks which one', () => {
    const twice = { start: '2026-11-01T01:30', end: '2026-11-01T03:00' };
    expect(wrong(twice)).toEqual({ startOccurrence: expect.stringContaining('comes twice') });
    expect(wrong({ ...twice, startOccurrence: 'second' })).toBeUndefined();
  });

  test('an end in the repeated hour may be earlier on the clock than the start', () => {
    const hour = { start: '2026-11-01T01:45', startOccurrence: 'first', end: '2026-11-01T01:15' };
    expect(wrong({ ...hour, endOccurrence: 'second' })).toBeUndefined();
    expect(wrong({ ...hour, endOccurrence: 'first' })).toEqual({ end: expect.any(String) });
  });

  test('both are needed, and a hidden date needs its text', () => {
    expect(wrong({ start: '', end: '', hiddenDate: true })).toEqual({
      start: 'Please enter a date and a time',
      end: 'Please enter a date and a time',
      customDate: 'Please enter what is shown instead of the date',
    });
  });
});

test('what a form says about people is left out where it does not say that it asks for them', () => {
  const { asksPerson: _, ...input } = eventSent();
  const typed = { ...input, hasForm: true, fields: [fieldSent('Why?')], places: '12', keepUntil: 'half-typed' };
  expect(checkInput(eventInput('America/Toronto', 'USD'), typed)).toMatchObject({
    asksPerson: false,
    places: '',
    keepUntil: '',
  });
});

describe('addresses', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', '/events', 'ftp://a.b', 'tickets', ''])(
    '%j is no sign-up link',
    (signupUrl) => expect(wrong({ hasSignup: true, signupUrl })).toEqual({ signupUrl: expect.any(String) }),
  );

  test('a sign-up link may be http or lead to a mail, as in an import; an embedded form must be https', () => {
    expect(wrong({ hasSignup: true, signupUrl: 'http://tickets.example' })).toBeUndefined();
    expect(wrong({ hasSignup: true, signupUrl: 'mailto:sam@example.edu' })).toBeUndefined();
    expect(wrong({ hasSignup: true, signupUrl: 'tickets' })).toEqual({
      signupUrl: 'Please enter an address that begins with http:// or https:// or mailto:',
    });
    expect(wrong({ hasGoogleForm: true, googleFormUrl: 'http://forms.example/d/1' })).toEqual({
      googleFormUrl: 'Please enter an address that begins with https://',
    });
  });

  test('what its toggle leaves out is not checked', () => {
    expect(wrong({ signupUrl: 'javascript:1', googleFormUrl: 'x', fields: [fieldSent('')] })).toBeUndefined();
  });
});

describe('form', () => {
  test('a label is needed', () => {
    expect(withFields(fieldSent(' '))).toEqual({ 'fields.0.description': 'Please enter a label' });
  });

  test('a radio field needs an option, and options are neither empty nor the same', () => {
    const radio = (...options: string[]) => fieldSent('Size', { type: 'radio', options });
    expect(withFields(radio())).toEqual({ 'fields.0.options': 'Please add at least one option' });
    expect(withFields(radio('S', ' '))).toEqual({ 'fields.0.options.1': 'Please enter the option, or delete it' });
    expect(withFields(radio('S', 'L', 'S '))).toEqual({ 'fields.0.options.2': 'Another option already has this name' });
  });

  test('names are unique, fields at most a hundred', () => {
    const named = fieldSent('Name', { name: 'AbCdEfGhIj' });
    expect(withFields(named, named)).toEqual({
      'fields.1': 'The form has this field twice. Please delete one of them',
    });
    expect(withFields(...Array.from({ length: 100 }, () => fieldSent('Name')))).toBeUndefined();
    expect(withFields(...Array.from({ length: 101 }, () => fieldSent('Name')))).toEqual({ fields: expect.any(String) });
  });
});

describe('bad input', () => {
  test.each([
    ['title', ''],
    ['title', 'x'.repeat(201)],
    ['title', 7],
    ['description', 'x'.repeat(20_001)],
    ['recap', 'x'.repeat(20_001)],
    ['tentative', 'yes'],
    ['image', 'a.jpg'],
    ['resources', {}],
    ['gallery', Array.from({ length: 101 }, () => ({ name: 'a', url: '/files/a' }))],
    ['start', 1_763_000_000_000],
    ['startOccurrence', 'third'],
  ])('%s cannot be %j', (field, value) => {
    expect(Object.keys(wrong({ [field]: value }) ?? {})).toEqual([field]);
  });

  test('unknown keys are refused', () => {
    expect(wrong({ admin: true })).toBeDefined();
    const unknown = { onclick: '1' };
    expect(withFields({ ...fieldSent('Name'), ...unknown })).toBeDefined();
  });

  test('anything at all is taken or refused, never an accident', () => {
    const names = Object.keys(eventSent());
    const run = fc.check(
      fc.property(fc.constantFrom(...names), fc.anything(), fc.string({ unit: 'binary' }), (name, value, text) => {
        wrong({ hasForm: true, hasSignup: true, hasGoogleForm: true, [name]: value });
        wrong({ hasForm: true, hasSignup: true, hasGoogleForm: true, [name]: text });
      }),
      { numRuns: 500 },
    );
    expect(run).toMatchObject({ failed: false });
  });

  test('what databases and calendars cannot hold is taken out', () => {
    const event = checkInput(
      eventInput('America/Toronto', 'USD'),
      eventSent({ title: 'A\0B\uD800', description: 'a\nb' }),
    );
    expect(event).toMatchObject({ title: 'AB', description: 'a\nb' });
  });
});
