import { z } from 'zod';
import { isEmail, withDomainInAscii } from '../domain/email-address.ts';
import { isDays, MOST_DAYS } from '../domain/day-count.ts';
import { ICON_NAMES } from './icon-names.ts';

const text = z.string('must be a text').trim().min(1, 'must not be empty');
/** For texts that are on every page, in each mail and on every picture, some of them several times. */
const shortText = text.max(300, 'must have 300 characters at most');
const longText = text.max(5000, 'must have 5,000 characters at most');
const timeZone = text.refine(isTimeZone, 'must be a time zone such as America/Toronto');
const locale = text.refine(isLocale, 'must be a language tag such as en-US');
const currency = text.regex(/^[A-Z]{3}$/, 'must be a currency code of three capitals, such as USD');
const accent = text.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #aa3b3b');
const web = text
  .max(2000, 'must have 2,000 characters at most')
  .refine((value) => schemeOf(value) !== undefined, 'must be an http(s) address');
const picture = text.refine(
  (value) => value.startsWith('/') || schemeOf(value) !== undefined,
  'must be a path or address',
);
const mapSearch = web.refine((value) => value.includes('{place}'), 'must have {place} where the words go');

export type Screen = 'everywhere' | 'home' | 'contact' | 'sign-up' | 'links' | 'guide' | 'services';

/** A value of the configuration that visitors read or follow. Officers may change it at /admin/texts. */
export interface SiteText {
  screen: Screen;
  /** Contains {n} for the number of an item in a list. */
  label: string;
  kind: 'line' | 'paragraph' | 'address' | 'email';
  /** The words around it on the page, with {text} for the value. */
  sentence?: string;
}

type Decision = SiteText | { onlyInFile: true };

/** The decision about each value: a text that officers may change, or not. A test says that none is missing. */
export const decisions = z.registry<Decision>();

function decided<Schema extends z.ZodType>(schema: Schema, decision: Decision): Schema {
  const own = schema.clone();
  decisions.add(own, decision);
  return own;
}

function inFile<Schema extends z.ZodType>(schema: Schema): Schema {
  return decided(schema, { onlyInFile: true });
}

function line(screen: Screen, label: string, sentence?: string) {
  return decided(shortText, { screen, label, kind: 'line', ...(sentence !== undefined && { sentence }) });
}

function paragraph(screen: Screen, label: string) {
  return decided(longText, { screen, label, kind: 'paragraph' });
}

function address(screen: Screen, label: string) {
  return decided(web, { screen, label, kind: 'address' });
}

function link(screen: Screen, what: string) {
  return z.strictObject({ label: line(screen, what), url: address(screen, `${what}: address`) });
}

function item(screen: Screen, what: string) {
  return z.strictObject({
    icon: inFile(z.enum(ICON_NAMES, `must be one of ${ICON_NAMES.join(', ')}`)),
    title: line(screen, `${what} {n}: title`),
    description: paragraph(screen, `${what} {n}: description`),
  });
}

const GRACE = 'must be a number of days, from 0 to 90';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const FORM_PATH = /^\/forms\/d\/(?:e\/)?[^/?#]+\/formResponse$/;

const days = inFile(z.number().refine(isDays, `must be a whole number of days, from 1 to ${MOST_DAYS}`));

/** The external form service's address of one form, or the same path on this site: the built-in receiver. */
const formAction = text
  .refine(
    isFormAction,
    'must be https://…/forms/d/{id}/formResponse, …/forms/d/e/{id}/formResponse or the same path on this site',
  )
  .refine(isReadAsWritten, 'must be written as it reads: without %, backslashes and parts of dots alone');

function form<const Field extends string>(...fields: Field[]) {
  return z.strictObject({
    action: inFile(formAction),
    fields: z.record(z.enum(fields), inFile(text)).superRefine(requireOwnIdentifiers),
  });
}

export const clubConfig = z.strictObject({
  club: z.strictObject({
    name: line('everywhere', 'Name of the club', 'Made with ♥ by the {text}'),
    shortName: line('everywhere', 'Short name'),
    university: line('contact', 'University'),
    /** The word before 'Student ID'. */
    institution: line('sign-up', 'Institution', '{text} Student ID'),
    tagline: paragraph('home', 'Tagline'),
    email: decided(text.transform(withDomainInAscii).refine(isEmail, 'must be an email address'), {
      screen: 'contact',
      label: 'Email address',
      kind: 'email',
    }),
    building: line('contact', 'Building'),
    room: line('contact', 'Room'),
    address: z.array(line('contact', 'Address, line {n}')).min(1, 'must have at least one line'),
    /** Every date is shown, typed and compared in this zone. */
    timeZone: inFile(timeZone),
    locale: inFile(locale),
    currency: inFile(currency),
    accent: inFile(accent),
    /** Without a logo, the initials are shown. */
    logo: inFile(picture).optional(),
    /** The month (1 to 12) in which the club's year begins; by default September. */
    yearStartsIn: inFile(z.int('must be a whole number').min(1).max(12, 'must be a month, from 1 to 12')).optional(),
    /** A map's search for places; by default OpenStreetMap's. */
    map: inFile(mapSearch).optional(),
  }),
  chat: z.strictObject({
    service: line('everywhere', 'Name of the chat'),
    inviteUrl: address('everywhere', 'Invitation to the chat: address'),
    logo: inFile(picture).optional(),
  }),
  identityProvider: z.strictObject({ name: inFile(text) }),
  /** A missing link also leaves out whatever needs it. */
  links: z.strictObject({
    charter: link('home', 'Link to the charter').optional(),
    state: link('home', 'Link to the club’s state').optional(),
    studentUnion: link('links', 'Link to the student union').optional(),
    experience: link('links', 'Link to the university’s page').optional(),
    photos: link('links', 'Link to the photos').optional(),
    code: link('links', 'Link to the code').optional(),
  }),
  /** A path under this site's assets or an http(s) address. */
  guide: z.strictObject({
    source: inFile(text.refine(isGuideSource, 'must be assets/… or an http(s) address')),
    editUrl: address('guide', 'Contribute to this guide: address'),
  }),
  forms: z
    .strictObject({
      signup: form('name', 'student_id', 'gender', 'email', 'program', 'number_of_years_member', 'interests'),
      chatInvite: form('email'),
      contact: form('name', 'email', 'message'),
      execApplication: form('name', 'email', 'intrCscExec', 'skills', 'workshop', 'years', 'role', 'currentYear'),
      merchOrder: form('email', 'id', 'color', 'size', 'refnum'),
    })
    .superRefine(requireOwnActions),
  payments: z
    .strictObject({
      publishableKey: inFile(text),
      links: z.array(link('sign-up', 'Membership fee {n}')).min(1, 'must have at least one link'),
    })
    .optional(),
  socialFeed: z
    .strictObject({
      script: inFile(web),
      href: inFile(web),
      className: inFile(text).optional(),
      frames: z.array(inFile(web)).optional(),
      /** Requests nothing from its host before somebody opens it. */
      askFirst: inFile(z.boolean()).optional(),
    })
    .optional(),
  about: z.array(paragraph('home', 'About, paragraph {n}')).min(1, 'must have at least one paragraph'),
  activities: z.array(item('home', 'Activity')),
  services: z.array(item('services', 'Service')),
  /** Without it there are no members, nor anything about them. */
  membership: z
    .strictObject({
      fee: line('sign-up', 'What membership costs').optional(),
      /** Somebody whose membership lapsed at most so many days ago still counts as a member. */
      graceDays: inFile(z.int('must be a whole number').min(0, GRACE).max(90, GRACE)).optional(),
    })
    .optional(),
  /** When the mail about coming events is sent, in the club's zone. Without it there is neither mail nor list of addresses. */
  digest: z
    .strictObject({
      weekday: inFile(z.enum(WEEKDAYS, `must be one of ${WEEKDAYS.join(', ')}`)),
      at: inFile(text.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 18:00')),
    })
    .optional(),
  /** If left out, responses are kept for ever. A form of `forms` may have its own number of days. */
  retention: z
    .strictObject({
      responsesDays: days.optional(),
      submissionsDays: days.optional(),
      membersDays: days.optional(),
      /** From the event's day on. */
      paymentsDays: days.optional(),
      forms: z
        .strictObject({
          signup: days.optional(),
          chatInvite: days.optional(),
          contact: days.optional(),
          execApplication: days.optional(),
          merchOrder: days.optional(),
        })
        .optional(),
    })
    .optional(),
  /** While false, their paths redirect to /home. */
  pages: z.strictObject({
    services: inFile(z.boolean()),
    dsc: inFile(z.boolean()),
    apply: inFile(z.boolean()),
    merch: inFile(z.boolean()),
  }),
});

export type ClubConfig = z.infer<typeof clubConfig>;
export type FormName = keyof ClubConfig['forms'];

/** Two forms with the same action could not be told apart. */
function requireOwnActions(forms: Record<string, { action: string }>, context: z.RefinementCtx): void {
  const actions = Object.entries(forms).map(([name, { action }]): [string, string] => [name, action]);
  for (const { name, other, value } of repetitionsIn(actions)) {
    const message = `is that of forms.${other} too (${value}): every form needs one of its own`;
    context.addIssue({ code: 'custom', path: [name, 'action'], message });
  }
}

/** The receiver refuses an answer that names an identifier twice, so such a form could never be sent. */
function requireOwnIdentifiers(fields: Record<string, string>, context: z.RefinementCtx): void {
  for (const { name, other, value } of repetitionsIn(Object.entries(fields))) {
    const message = `is that of ${other} too (${value}): every field needs one of its own`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
}

function* repetitionsIn(entries: [string, string][]): Generator<{ name: string; other: string; value: string }> {
  const takenBy = new Map<string, string>();
  for (const [name, value] of entries) {
    const other = takenBy.get(value);
    takenBy.set(value, name);
    if (other !== undefined) yield { name, other, value };
  }
}

function schemeOf(value: string): 'http:' | 'https:' | undefined {
  const scheme = URL.canParse(value) ? new URL(value).protocol : undefined;
  return scheme === 'http:' || scheme === 'https:' ? scheme : undefined;
}

function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}

function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

function isGuideSource(value: string): boolean {
  return schemeOf(value) !== undefined || /^\/?assets\/(?!.*\.\.)[\w./-]+$/.test(value);
}

/** The receiver compares it with the path as the router has decoded it. */
function isReadAsWritten(action: string): boolean {
  if (!action.startsWith('/')) return true;
  try {
    return decodeURI(new URL(action, 'http://localhost').pathname) === action;
  } catch {
    return false;
  }
}

function isFormAction(value: string): boolean {
  if (value.startsWith('/')) return FORM_PATH.test(value);
  const scheme = schemeOf(value);
  if (!scheme) return false;
  const url = new URL(value);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return FORM_PATH.test(url.pathname) && (scheme === 'https:' || loopback);
}
