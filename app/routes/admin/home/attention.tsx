import { useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import type { OpenAnnouncement } from '../../../domain/announcements/view-announcements.ts';
import type { Finding, Findings } from '../../../domain/findings/findings.ts';
import { formatClubDay } from '../../../time/club-day.ts';
import type { ClubClock } from '../../../time/club-time.ts';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { X } from '../../../ui/icons.tsx';
import { SmartLink } from '../../../ui/smart-link.tsx';
import * as styles from './home.module.css';
import { HomePart } from './sections.tsx';

interface NamedEvent {
  key: string;
  title: string;
}

interface AttentionProps {
  clock: ClubClock;
  findings: Findings;
  announcements: OpenAnnouncement[];
  failedMails: number;
  proposals: NamedEvent[];
  /** Proposals of the person who looks at this page. */
  sentBack: (NamedEvent & { missing: string })[];
  /** Things that run out. They stay here until somebody corrects them. */
  wrong: { id: string; title: string; says: string }[];
}

/** Urgent lines are always shown, even if there are more. */
const MOST_LINES = 3;
const MOST_SHOWN = 30;

export function Attention(props: AttentionProps) {
  const { clock, findings } = props;
  const { open, settled } = findings;
  const pressing = pressingLines(props);
  const run = useCommands();
  const settle = (verb: 'fine' | 'not fine', { id, state, title }: Finding) =>
    run({
      payload: { verb, id, state },
      done: verb === 'fine' ? `‘${title}’ is hidden until it changes` : `‘${title}’ is shown again`,
      goes: verb === 'not fine',
    });
  const others = open
    .slice(0, MOST_SHOWN)
    .map((finding) => (
      <OpenFinding key={finding.id} finding={finding} clock={clock} onSettle={() => settle('fine', finding)} />
    ));
  const room = Math.max(0, MOST_LINES - pressing.length);
  const lines = [...pressing, ...others.slice(0, room)];
  const folded = others.slice(room);
  const dismissing = useDismissing(open);
  return (
    <HomePart title="Needs attention">
      <div className={styles.lines} {...dismissing}>
        {lines.length + folded.length === 0 && <p className={styles.quiet}>Nothing needs your attention.</p>}
        {lines.length > 0 && (
          <ul className={styles.list} role="list">
            {lines}
          </ul>
        )}
        {folded.length > 0 && (
          <details>
            <summary className={styles.hidden}>All</summary>
            <ul className={styles.list} role="list">
              {folded}
            </ul>
            {open.length > MOST_SHOWN && <p className={styles.quiet}>… and {open.length - MOST_SHOWN} more.</p>}
          </details>
        )}
      </div>
      {settled.length > 0 && (
        <details>
          <summary className={styles.hidden}>Hidden: {settled.length.toLocaleString('en')}, show</summary>
          <ul className={styles.list} role="list">
            {settled.map((finding) => (
              <SettledFinding
                key={finding.id}
                finding={finding}
                clock={clock}
                onSettle={() => settle('not fine', finding)}
              />
            ))}
          </ul>
        </details>
      )}
    </HomePart>
  );
}

/** Once a dismissed line is gone, moves the focus to the line that takes its place, or else to the heading. */
function useDismissing(open: readonly Finding[]) {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<{ button: Element; at: number }>(undefined);
  const listButtons = () =>
    [...(ref.current?.querySelectorAll<HTMLElement>('[data-dismiss]') ?? [])].filter(isUnfolded);
  const onFocus = ({ target }: FocusEvent) => {
    const at = listButtons().findIndex((one) => one === target);
    last.current = at < 0 ? undefined : { button: target, at };
  };
  useLayoutEffect(() => {
    if (!last.current || last.current.button.isConnected || document.activeElement !== document.body) return;
    const buttons = listButtons();
    const next = buttons[Math.min(last.current.at, buttons.length - 1)];
    (next ?? ref.current?.closest('section')?.querySelector('h2'))?.focus({ preventScroll: true });
  }, [open]);
  return { ref, onFocus };
}

function isUnfolded(element: Element): boolean {
  return element.closest('details:not([open])') === null;
}

/** The lines that come before all findings, however many there are. */
function pressingLines({ wrong, proposals, sentBack, failedMails, announcements }: AttentionProps): ReactNode[] {
  return [
    ...wrong.map(({ id, title, says }) => (
      <li key={id} className={styles.wrong}>
        <SmartLink to="/admin/dates">{title}</SmartLink>: {says}
      </li>
    )),
    proposals.length > 0 && (
      <li key="proposals">
        {proposals.length === 1 ? '1 event is proposed.' : `${proposals.length} events are proposed.`}{' '}
        {proposals.slice(0, MOST_LINES).map((event, at) => (
          <span key={event.key}>
            {at > 0 && ', '}
            <EventLink event={event} />
          </span>
        ))}
        {proposals.length > MOST_LINES && ' …'}
      </li>
    ),
    ...sentBack.slice(0, MOST_LINES).map(({ missing, ...event }) => (
      <li key={event.key}>
        <EventLink event={event} /> was sent back. What is missing:{' '}
        <span className={styles.clip} dir="auto">
          {missing}
        </span>
      </li>
    )),
    sentBack.length > MOST_LINES && (
      <li key="sent back">
        {(sentBack.length - MOST_LINES).toLocaleString('en')} more were sent back: see{' '}
        <SmartLink to="/admin/events">Events</SmartLink>
      </li>
    ),
    failedMails > 0 && (
      <li key="mails">
        {failedMails === 1 ? '1 mail could not be sent' : `${failedMails} mails could not be sent`}: see Unsent mail
      </li>
    ),
    ...announcements.map((event) => (
      <li key={event.key}>
        <EventLink event={event} />{' '}
        {event.state === 'failed'
          ? 'could not be announced on Discord'
          : 'may or may not have been announced on Discord'}
      </li>
    )),
  ].filter(Boolean);
}

function EventLink({ event: { key, title } }: { event: NamedEvent }) {
  return <SmartLink to={`/admin/events/${encodeURIComponent(key)}`}>{title || 'An event without a title'}</SmartLink>;
}

interface FindingProps {
  clock: ClubClock;
  finding: Finding;
  onSettle: () => void;
}

function OpenFinding({ finding, clock, onSettle }: FindingProps) {
  return (
    <li className={styles.finding}>
      <FindingLine finding={finding} clock={clock} />
      <IconButton label={`Dismiss ${finding.title} ${sentenceOf(finding, clock)}`} onClick={onSettle} data-dismiss>
        <X size={18} />
      </IconButton>
    </li>
  );
}

function SettledFinding({ finding, clock, onSettle }: FindingProps) {
  return (
    <li className={styles.finding}>
      <FindingLine finding={finding} clock={clock} />
      <Button quiet onClick={onSettle}>
        Show again <span className="visually-hidden">({finding.title})</span>
      </Button>
    </li>
  );
}

function FindingLine({ finding, clock }: Pick<FindingProps, 'finding' | 'clock'>) {
  return (
    <div>
      <bdi>
        <SmartLink to={addressOf(finding)}>{finding.title}</SmartLink>
      </bdi>{' '}
      {sentenceOf(finding, clock)}
    </div>
  );
}

function addressOf({ kind, key }: Finding): string {
  const to = encodeURIComponent(key);
  if (kind === 'portrait') return `/admin/execs#edit/${to}`;
  if (kind === 'look back') return `/admin/events/${to}#how-it-went`;
  if (kind === 'moved page') return `/admin/pages#edit/${to}`;
  if (kind === 'sample') return '/admin/texts';
  return kind === 'sponsor' ? `/admin/sponsors#edit/${to}` : `/admin/events/${to}#edit/${to}`;
}

function sentenceOf({ kind, day, slug, texts = [] }: Finding, clock: ClubClock): string {
  if (kind === 'moved page') return `is now at /${slug}: since an update, the site itself uses its old address`;
  if (kind === 'portrait') return 'has no picture';
  if (kind === 'look back') return 'is over. How did it go?';
  if (kind === 'sponsor') return `is a sponsor until ${formatClubDay(day ?? '', clock)}`;
  if (kind === 'undated') return 'has no date, so no list shows it';
  if (kind === 'tentative') return 'is still tentative';
  if (kind === 'sample') return `can still be seen: ${texts.join(', ')}`;
  return 'is less than a week away and has no place yet';
}
