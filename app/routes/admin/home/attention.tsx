import type { OpenAnnouncement } from '../../../domain/announcements/view-announcements.ts';
import type { Finding, Findings } from '../../../domain/findings/findings.ts';
import { formatClubDay } from '../../../time/club-day.ts';
import type { ClubClock } from '../../../time/club-time.ts';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { Button } from '../../../ui/button.tsx';
import { SmartLink } from '../../../ui/smart-link.tsx';
import * as styles from './home.module.css';
import { HomePart } from './sections.tsx';

interface NamedEvent {
  key: string;
  title: string;
}

interface AttentionProps {
  clock: ClubClock;
  unsettled: { undated: NamedEvent[]; tentative: NamedEvent[] };
  findings: Findings;
  announcements: OpenAnnouncement[];
  /** Names of the sample's texts and links that visitors still see. */
  sample: string[];
  failedMails: number;
}

const MOST_SHOWN = 30;

export function Attention({ clock, unsettled, findings, announcements, sample, failedMails }: AttentionProps) {
  const { undated, tentative } = unsettled;
  const { open, settled } = findings;
  const run = useCommands();
  const settle = (verb: 'fine' | 'not fine', { id, state, title }: Finding) =>
    run({
      payload: { verb, id, state },
      done: verb === 'fine' ? `‘${title}’ is hidden until it changes` : `‘${title}’ is shown again`,
      goes: true,
    });
  const count = undated.length + tentative.length + failedMails + announcements.length + sample.length + open.length;
  return (
    <HomePart title="Needs attention">
      {count === 0 && <p className={styles.quiet}>All is in order.</p>}
      {count > 0 && (
        <ul className={styles.list} role="list">
          {failedMails > 0 && (
            <li>
              {failedMails === 1 ? '1 mail could not be sent' : `${failedMails} mails could not be sent`}: see Unsent
              mail
            </li>
          )}
          {sample.length > 0 && (
            <li>
              <SmartLink to="/admin/texts">
                {sample.length === 1 ? '1 text of the sample' : `${sample.length} texts and links of the sample`}
              </SmartLink>{' '}
              can still be seen: {sample.join(', ')}
            </li>
          )}
          {announcements.map((event) => (
            <li key={event.key}>
              <EventLink event={event} />{' '}
              {event.state === 'failed'
                ? 'could not be announced on Discord'
                : 'may or may not have been announced on Discord'}
            </li>
          ))}
          {undated.map((event) => (
            <li key={event.key}>
              <EventLink event={event} /> has no date, so no list shows it
            </li>
          ))}
          {tentative.map((event) => (
            <li key={event.key}>
              <EventLink event={event} /> is still tentative
            </li>
          ))}
          {open.slice(0, MOST_SHOWN).map((finding) => (
            <FindingLine key={finding.id} {...{ finding, clock }} onSettle={() => settle('fine', finding)}>
              Dismiss
            </FindingLine>
          ))}
        </ul>
      )}
      {open.length > MOST_SHOWN && <p className={styles.quiet}>… and {open.length - MOST_SHOWN} more.</p>}
      {settled.length > 0 && (
        <details>
          <summary className={styles.hidden}>Hidden: {settled.length.toLocaleString('en')}, show</summary>
          <ul className={styles.list} role="list">
            {settled.map((finding) => (
              <FindingLine key={finding.id} {...{ finding, clock }} onSettle={() => settle('not fine', finding)}>
                Show again
              </FindingLine>
            ))}
          </ul>
        </details>
      )}
    </HomePart>
  );
}

function EventLink({ event: { key, title } }: { event: NamedEvent }) {
  return <SmartLink to={`/admin/events/${encodeURIComponent(key)}`}>{title || 'An event without a title'}</SmartLink>;
}

interface FindingLineProps {
  clock: ClubClock;
  finding: Finding;
  onSettle: () => void;
  children: string;
}

function FindingLine({ clock, finding, onSettle, children }: FindingLineProps) {
  return (
    <li className={styles.finding}>
      <div>
        <Said {...{ finding, clock }} />
      </div>
      <Button quiet onClick={onSettle}>
        {children} <span className="visually-hidden">({finding.title})</span>
      </Button>
    </li>
  );
}

function Said({ finding: { kind, key, title, day }, clock }: { finding: Finding; clock: ClubClock }) {
  const to = encodeURIComponent(key);
  if (kind === 'portrait')
    return (
      <>
        <SmartLink to={`/admin/execs#edit/${to}`}>{title}</SmartLink> has no picture
      </>
    );
  if (kind === 'look back')
    return (
      <>
        <SmartLink to={`/admin/events/${to}#how-it-went`}>{title}</SmartLink> is over. How did it go?
      </>
    );
  if (kind === 'sponsor')
    return (
      <>
        <SmartLink to={`/admin/sponsors#edit/${to}`}>{title}</SmartLink> is a sponsor until{' '}
        {formatClubDay(day ?? '', clock)}
      </>
    );
  return (
    <>
      <SmartLink to={`/admin/events/${to}#edit/${to}`}>{title}</SmartLink> is less than a week away and has no place yet
    </>
  );
}
