import { createHash } from 'node:crypto';
import { endOf, hasFixedDate } from '../events/times.ts';
import { markedName } from '../events/titles.ts';
import type { ClubEvent } from '../events/event.ts';
import type { AnnouncementRow } from '../../db/tables.ts';
import type { Plan } from '../events/when-and-where.ts';
import { isOneEvening } from '../../time/club-time.ts';
import { plainText } from '../plain-text.ts';
import { cut, escapeLine, escapeText } from './escape-for-discord.ts';

/** What Discord's API takes. Nobody is mentioned, whatever a title says. */
export interface DiscordMessage {
  embeds: [Embed];
  allowed_mentions: { parse: [] };
}

interface Embed {
  title: string;
  color: number;
  url?: string;
  description?: string;
  fields?: { name: string; value: string }[];
  image?: { url: string };
}

/** Limits in UTF-16 units: no other way of counting finds more. A whole message stays far below its limit of 6,000. */
const MOST = { title: 256, description: 2048, value: 1024, url: 2048 };

export interface ChatSite {
  publicUrl: string;
  /** Such as #aa3b3b. */
  accent: string;
}

interface EventNews {
  kind: AnnouncementRow['kind'];
  former: Plan | null;
}

export function writeMessage(event: ClubEvent, { kind, former }: EventNews, site: ChatSite): DiscordMessage {
  const url = `${site.publicUrl}/events/${encodeURIComponent(event.key)}`;
  const description = event.cancelled
    ? ['This event has been cancelled.', escapeText(event.cancelReason)].filter(Boolean).join('\n')
    : NEWS[kind];
  const facts: [string, string][] = [
    ['When', whenOf(event)],
    ['Where', escapeLine(event.location)],
    ...(kind === 'changed' && former ? [['Before', whenAndWhere(former)] satisfies [string, string]] : []),
  ];
  const fields = facts.flatMap(([name, value]) => (value ? [{ name, value: cut(value, MOST.value) }] : []));
  return {
    embeds: [
      {
        title: announcedTitle(event),
        color: colorOf(site),
        url,
        ...(description && { description: cut(description, MOST.description) }),
        ...(fields.length > 0 && { fields }),
        image: { url: pictureOf(event, url, site) },
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

const NEWS: Record<EventNews['kind'], string> = {
  published: '',
  changed: 'Another time or place.',
  cancelled: '',
  resumed: 'This event takes place after all.',
};

/** Says nothing that people have not read before, because the event is not public any more. */
export function writeWithdrawal(title: string, site: ChatSite): DiscordMessage {
  return {
    embeds: [{ title, color: colorOf(site), description: 'This event is not on the site any more.' }],
    allowed_mentions: { parse: [] },
  };
}

/** Equal messages have equal digests. */
export function messageDigest(message: DiscordMessage): string {
  return createHash('sha256').update(JSON.stringify(message)).digest('base64url');
}

export function announcedTitle(event: ClubEvent): string {
  return cut(escapeLine(markedName(event)), MOST.title);
}

function colorOf({ accent }: ChatSite): number {
  return Number.parseInt(accent.slice(1), 16);
}

function whenAndWhere(plan: Plan): string {
  return [whenOf(plan), escapeLine(plan.location)].filter(Boolean).join('\n');
}

/** Discord shows times to everyone in their own time zone. */
function whenOf(plan: Plan): string {
  if (plan.hiddenDate) return escapeLine(plan.customDate);
  if (!hasFixedDate(plan)) return '';
  const end = endOf(plan);
  const to = end === undefined ? '' : ` – ${stamp(end, isOneEvening(plan.start, end) ? 't' : 'F')}`;
  return `${stamp(plan.start, 'F')}${to}\n${stamp(plan.start, 'R')}`;
}

function stamp(time: number, style: 'F' | 'R' | 't'): string {
  return `<t:${Math.floor(time / 1000)}:${style}>`;
}

/**
 * The event’s own image, or the picture drawn for sharing. The latter’s address changes with what it shows, because
 * Discord keeps pictures.
 */
function pictureOf(event: ClubEvent, page: string, { publicUrl }: ChatSite): string {
  const own = event.image?.url ? URL.parse(event.image.url, publicUrl) : null;
  if (own && /^https?:$/.test(own.protocol) && own.href.length <= MOST.url) return own.href;
  const shown = plainText(`${event.title}\n${event.hiddenDate ? event.customDate : event.start}`);
  return `${page}/share.png?of=${createHash('sha256').update(shown).digest('base64url').slice(0, 12)}`;
}
