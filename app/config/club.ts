import { z } from 'zod';
import { isDays, MOST_DAYS } from '../domain/retention/day-count.ts';

const text = z.string('must be a text').trim().min(1, 'must not be empty');
const timeZone = text.refine(isTimeZone, 'must be a time zone such as America/Toronto');
const locale = text.refine(isLocale, 'must be a language tag such as en-US');
const currency = text.regex(/^[A-Z]{3}$/, 'must be a currency code of three capitals, such as USD');
const accent = text.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #aa3b3b');
const web = text.refine((value) => schemeOf(value) !== undefined, 'must be an http(s) address');
const picture = text.refine(
  (value) => value.startsWith('/') || schemeOf(value) !== undefined,
  'must be a path or address',
);
const mapSearch = web.refine((value) => value.includes('{place}'), 'must have {place} where the words go');
const link = z.strictObject({ label: text, url: web });
const days = z.number().refine(isDays, `must be a whole number of days, from 1 to ${MOST_DAYS}`);

const FORM_PATH = /^\/forms\/d\/(?:e\/)?[^/?#]+\/formResponse$/;

/** The external form service's address of one form, or the same path on this site: the built-in receiver. */
const formAction = text.refine(
  isFormAction,
  'must be https://…/forms/d/{id}/formResponse, …/forms/d/e/{id}/formResponse or the same path on this site',
);

function form<const Field extends string>(...fields: Field[]) {
  return z.strictObject({ action: formAction, fields: z.record(z.enum(fields), text) });
}

export const clubConfig = z.strictObject({
  club: z.strictObject({
    name: text,
    shortName: text,
    university: text,
    /** The word before 'Student ID'. */
    institution: text,
    tagline: text,
    email: z.email('must be an e-mail address'),
    building: text,
    room: text,
    address: z.array(text).min(1, 'must have at least one line'),
    /** Every date is shown, typed and compared in this zone. */
    timeZone,
    locale,
    currency,
    accent,
    /** Without it the initials are shown. */
    logo: picture.optional(),
    /** A map's search for places; without it OpenStreetMap's. */
    map: mapSearch.optional(),
  }),
  chat: z.strictObject({ service: text, inviteUrl: web, logo: picture.optional() }),
  identityProvider: z.strictObject({ name: text }),
  /** What a missing link feeds is left out too. */
  links: z.strictObject({
    charter: link.optional(),
    state: link.optional(),
    studentUnion: link.optional(),
    experience: link.optional(),
    photos: link.optional(),
    code: link.optional(),
  }),
  /** A path under this site's assets or an http(s) address. */
  guide: z.strictObject({ source: text.refine(isGuideSource, 'must be assets/… or an http(s) address'), editUrl: web }),
  forms: z.strictObject({
    signup: form('name', 'student_id', 'gender', 'email', 'program', 'number_of_years_member', 'interests'),
    chatInvite: form('email'),
    contact: form('name', 'email', 'message'),
    execApplication: form('name', 'email', 'intrCscExec', 'skills', 'workshop', 'years', 'role', 'currentYear'),
    merchOrder: form('email', 'id', 'color', 'size', 'refnum'),
  }),
  payments: z
    .strictObject({ publishableKey: text, links: z.array(link).min(1, 'must have at least one link') })
    .optional(),
  socialFeed: z
    .strictObject({ script: web, href: web, className: text.optional(), frames: z.array(web).optional() })
    .optional(),
  about: z.array(text).min(1, 'must have at least one paragraph'),
  activities: z.array(z.strictObject({ icon: text, title: text, description: text })),
  services: z.array(z.strictObject({ icon: text, title: text, description: text })),
  /** Left out: for ever. A form of `forms` may have days of its own. */
  retention: z
    .strictObject({
      responsesDays: days.optional(),
      submissionsDays: days.optional(),
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
  pages: z.strictObject({ services: z.boolean(), dsc: z.boolean(), apply: z.boolean(), merch: z.boolean() }),
});

export type ClubConfig = z.infer<typeof clubConfig>;
export type FormName = keyof ClubConfig['forms'];

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

function isFormAction(value: string): boolean {
  if (value.startsWith('/')) return FORM_PATH.test(value);
  const scheme = schemeOf(value);
  if (!scheme) return false;
  const url = new URL(value);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return FORM_PATH.test(url.pathname) && (scheme === 'https:' || loopback);
}
