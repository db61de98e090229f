import { Link } from 'react-router';
import { useId, type ReactNode } from 'react';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { useCan, useCanSomewhere } from '../../../ui/admin/role.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import type { EventCardView } from '../../../domain/events/event-view.ts';
import type { EventPhase } from '../../../domain/events/times.ts';
import type { SignUpCounts } from '../../../domain/sign-ups/list-sign-ups.ts';
import type { NewResponse, ResponsesOfDay } from '../../../domain/responses/newest-responses.ts';
import { formatHours, formatMoment, type ClubClock } from '../../../time/club-time.ts';
import type { Activity } from '../../../domain/activity.ts';
import { passiveOf, wordingOf } from '../verbs.ts';
import * as styles from './home.module.css';
import { useLastVisit } from './last-visit.ts';

type Next = Pick<EventCardView, 'key' | 'title' | 'when' | 'tentative'> & {
  /** null without a form, and for people who may not read them. */
  responses: number | null;
  /** Also null if the event's form asks for no person. */
  counts: SignUpCounts | null;
  /** False if it costs nothing, and for people who handle no payments. */
  leadsToPayments: boolean;
  /** When the people counted signed up, newest first. */
  signUpTimes: number[];
  phase: EventPhase;
  /** 'Draft', or when it will be published; empty if visitors see it. */
  visibility: string;
};

/** `now` is the server's time. */
export function NextEvent({ event, now }: { event: Next | null; now: number }) {
  const lastVisit = useLastVisit(now);
  const mayChange = useCanSomewhere('change events');
  return (
    <HomePart title="Next event">
      {event ? <Facts event={event} lastVisit={lastVisit} /> : <p className={styles.quiet}>No event is planned.</p>}
      {mayChange && (
        <p className={`${styles.actions} ${styles.apart}`}>
          <ButtonLink quiet={event !== null} to="/admin/events#add">
            Create event
          </ButtonLink>
        </p>
      )}
    </HomePart>
  );
}

function Facts({ event, lastVisit }: { event: Next; lastVisit: number | null }) {
  const { key, title, when, tentative, responses, counts, leadsToPayments, signUpTimes, phase, visibility } = event;
  const newCount = lastVisit === null ? 0 : signUpTimes.filter((at) => at > lastVisit).length;
  const { publicUrl } = useSiteFacts();
  const mayChange = useCan('change events');
  const encodedKey = encodeURIComponent(key);
  const door = counts && (
    // Only the door's own document allows the camera, and its service worker stores that document.
    <ButtonLink quiet={phase !== 'today'} to={`/admin/events/${encodedKey}/door`} reloadDocument>
      Door
    </ButtonLink>
  );
  return (
    <>
      <p>
        <SmartLink to={`/admin/events/${encodedKey}`} className={styles.event ?? ''}>
          {tentative && '[TENTATIVE] '}
          {title || 'Without a title'}
        </SmartLink>
        <br />
        {when}
        {visibility && <span className={styles.when}>{visibility}</span>}
        {responses !== null && (
          <span className={styles.when}>
            {counts
              ? goingText(counts)
              : `${responses.toLocaleString('en')} ${responses === 1 ? 'response' : 'responses'}`}
            {newCount > 0 && ` · ${newCount.toLocaleString('en')} new since your last visit`}
          </span>
        )}
      </p>
      <p className={styles.actions}>
        {phase === 'today' && door}
        {mayChange && (
          <ButtonLink quiet={phase === 'today'} to={`/admin/events/${encodedKey}/announce`}>
            Announce
          </ButtonLink>
        )}
        {responses !== null && (
          <ButtonLink quiet to={`/admin/events/${encodedKey}#responses-heading`}>
            Who comes
          </ButtonLink>
        )}
        {counts && (
          <ButtonLink quiet to={`/admin/events/${encodedKey}#message`}>
            Message
          </ButtonLink>
        )}
        {leadsToPayments && (
          <ButtonLink quiet to={`/admin/events/${encodedKey}/payments`}>
            Payments
          </ButtonLink>
        )}
        {phase !== 'today' && door}
      </p>
      <div className={styles.actions}>
        {mayChange && <SmartLink to={`/admin/events/${encodedKey}#edit/${encodedKey}`}>Edit</SmartLink>}
        {!visibility && <CopyLink url={`${publicUrl}/events/${encodedKey}`} />}
      </div>
    </>
  );
}

function goingText({ going, waiting }: SignUpCounts): string {
  return `${going.toLocaleString('en')} going${waiting > 0 ? ` · ${waiting.toLocaleString('en')} waiting` : ''}`;
}

interface Draft {
  key: string;
  title: string;
  when: string;
  visibility: string;
}

export function Drafts({ drafts }: { drafts: Draft[] }) {
  if (drafts.length === 0) return null;
  return (
    <HomePart title="Drafts">
      <ul className={styles.list} role="list">
        {drafts.map(({ key, title, when, visibility }) => (
          <li key={key}>
            <SmartLink to={`/admin/events/${encodeURIComponent(key)}`}>{title || 'An event without a title'}</SmartLink>
            <span className={styles.when}>{[when, visibility].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </HomePart>
  );
}

interface NewestResponsesProps {
  days: ResponsesOfDay[];
  isAll: boolean;
  clock: ClubClock;
}

export function NewestResponses({ days, isAll, clock }: NewestResponsesProps) {
  return (
    <HomePart title="Newest responses">
      {days.length === 0 && <p className={styles.quiet}>Nobody has signed up or written yet.</p>}
      {days.map(({ day, count, responses }) => (
        <section key={day} className={styles.day} aria-label={day}>
          <h3>
            {day}, {count.toLocaleString('en')}
          </h3>
          <ul className={styles.list} role="list">
            {responses.map((response) => (
              <li key={response.key}>
                <Response response={response} clock={clock} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {days.length > 0 && !isAll && (
        <p>
          <Link to="?responses=all" preventScrollReset>
            Show all
          </Link>
        </p>
      )}
    </HomePart>
  );
}

function Response({
  response: { receivedAt, to, answer, answers },
  clock,
}: {
  response: NewResponse;
  clock: ClubClock;
}) {
  return (
    <details className={styles.response}>
      <summary>
        <span className={styles.clip} dir="auto">
          {answer || 'Someone'}
        </span>
        <span className={styles.when}>
          {to && <bdi>{'event' in to ? to.event.title || 'An event without a title' : to.form}</bdi>}
          {to && ', '}
          {formatHours(receivedAt, clock)}
        </span>
      </summary>
      <dl className={styles.answers}>
        {answers
          .filter(({ text }) => text !== '')
          .map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
      </dl>
      {to && (
        <p>
          <SmartLink to={'event' in to ? `/admin/events/${encodeURIComponent(to.event.key)}` : '/admin/submissions'}>
            {'event' in to ? 'All responses to this event' : 'All submissions'}
          </SmartLink>
        </p>
      )}
    </details>
  );
}

export function ActivityLog({ activity, clock }: { activity: Activity[]; clock: ClubClock }) {
  return (
    <HomePart title="Activity">
      {activity.length === 0 && <p className={styles.quiet}>Nothing has been changed here yet.</p>}
      {activity.length > 0 && (
        <ul className={styles.list} role="list">
          {activity.map(({ key, at, who, verb, topic, title }) => (
            <li key={key}>
              <ActivityLine who={who} verb={verb} topic={topic} title={title} />
              <span className={styles.when}>{formatMoment(at, clock)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        Is something missing? <SmartLink to="/admin/trash">Trash</SmartLink>
      </p>
    </HomePart>
  );
}

function ActivityLine({ who, verb, topic, title }: Pick<Activity, 'who' | 'verb' | 'topic' | 'title'>) {
  const passive = passiveOf(verb);
  return passive === undefined ? (
    <>
      <span className={styles.who}>{who}</span> <Done verb={verb} topic={topic} title={title} />
    </>
  ) : (
    <>
      <bdi>{title}</bdi> {passive} by <bdi>{who}</bdi>
    </>
  );
}

function Done({ verb, topic, title }: Pick<Activity, 'verb' | 'topic' | 'title'>) {
  const { before, after = '', isPlain = false } = wordingOf(verb, topic);
  const isNamed = title !== '' && topic !== 'files';
  return (
    <>
      {before} {isNamed && (isPlain ? title : <q className={styles.clip}>{title}</q>)} {after}
    </>
  );
}

interface PartProps {
  title: string;
  /** The id of the section, for links to it. */
  anchor?: string;
  children: ReactNode;
}

export function HomePart({ title, anchor, children }: PartProps) {
  const id = useId();
  return (
    <section id={anchor} className={styles.part} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
