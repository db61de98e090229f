import type { OpenAnnouncement } from '../../../domain/announcements/view-announcements.ts';
import type { Finding, Findings } from '../../../domain/findings/findings.ts';
import { formatClubDay } from '../../../time/club-day.ts';
import type { ClubClock } from '../../../time/club-time.ts';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { SmartLink } from '../../../ui/smart-link.tsx';
import styles from './home.module.css';
import { Part } from './sections.tsx';

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
  const count = undated.length + tentative.length + failedMails + announcements.length + sample.length + open.length;
  return (
    <Part title="Needs attention">
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
                : 'may or may not be announced on Discord'}
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
            <FindingLine key={finding.id} {...{ finding, clock }} verb="fine">
              Fine as it is
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
              <FindingLine key={finding.id} {...{ finding, clock }} verb="not fine">
                Show again
              </FindingLine>
            ))}
          </ul>
        </details>
      )}
    </Part>
  );
}

function EventLink({ event: { key, title } }: { event: NamedEvent }) {
  return <SmartLink to={`/admin/events/${encodeURIComponent(key)}`}>{title || 'An event without a title'}</SmartLink>;
}

interface FindingLineProps {
  clock: ClubClock;
  finding: Finding;
  verb: 'fine' | 'not fine';
  children: string;
}

function FindingLine({ clock, finding, verb, children }: FindingLineProps) {
  const { id, state, title } = finding;
  const sending = useSend((answer) => {
    if (!answer.ok) return sayFailure(answer.error);
    // The button that was pressed is gone.
    document.querySelector('main')?.focus({ preventScroll: true });
    say(verb === 'fine' ? `‘${title}’ is hidden until it changes` : `‘${title}’ is shown again`);
  });
  return (
    <li className={styles.finding}>
      <div>
        <Said {...{ finding, clock }} />
      </div>
      <Button quiet disabled={sending.busy} onClick={() => sending.send({ verb, id, state })}>
        {children} <span className="visually-hidden">({title})</span>
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
      <SmartLink to={`/admin/events/${to}#edit/${to}`}>{title}</SmartLink> is within a week and has no place
    </>
  );
}
