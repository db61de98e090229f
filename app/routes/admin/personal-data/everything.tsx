import { useId, type RefObject, type ReactNode } from 'react';
import { Download } from '../../../ui/admin/icons.tsx';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { eventName } from '../../../domain/events/titles.ts';
import type { PersonalData, ShownAnswers } from '../../../domain/personal-data/view-personal-data.ts';
import { isRole, ROLE_NAMES } from '../../../domain/roles.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { verbOf } from '../verbs.ts';
import { useDownload } from '../../../ui/admin/use-download.ts';
import { countOf } from './what-goes.ts';
import * as styles from './personal-data.module.css';

interface EverythingProps {
  found: PersonalData;
  clock: ClubClock;
  heading: RefObject<HTMLHeadingElement | null>;
  onErase: () => void;
}

const STATES: Record<string, string> = { sent: 'sent', failed: 'failed', waiting: 'waiting', sending: 'being sent' };

export function Everything({ found, clock, heading, onErase }: EverythingProps) {
  const { address, refusal, pages, silent } = found;
  const download = useDownload(() => askForFile(address));
  const count = countOf(found);
  return (
    <section className={styles.found} aria-labelledby="found-heading">
      <h2 id="found-heading" ref={heading} tabIndex={-1} className={styles.heading}>
        {address}
      </h2>
      {count === 0 ? (
        <Empty>Nothing is held about this address.</Empty>
      ) : (
        <>
          <p>{count === 1 ? '1 record is' : `${count.toLocaleString('en')} records are`} about this address.</p>
          <div className={styles.toolbar}>
            <Button quiet onClick={download.start} aria-disabled={download.isBusy || undefined}>
              <Download size={20} />
              {download.isBusy ? 'Collecting…' : 'Download as JSON'}
            </Button>
            {!refusal && (
              <Button quiet onClick={onErase}>
                Erase everything about this address
              </Button>
            )}
          </div>
          {refusal && <p>{refusal}</p>}
        </>
      )}
      <Records found={found} clock={clock} />
      <Group title="On the site’s pages" items={pages}>
        {({ topic, screen, key, title }) => (
          <li key={`${topic}/${key}`}>
            <SmartLink to={topic === 'event' ? `/admin/events/${encodeURIComponent(key)}` : `/admin/${screen}`}>
              {title || 'Untitled'}
            </SmartLink>{' '}
            names the address to everyone: erasing leaves it as it is.
          </li>
        )}
      </Group>
      <Group title="Cannot be found by an address" items={silent}>
        {({ key, title }) => (
          <li key={key}>
            {key ? (
              <SmartLink to={`/admin/events/${encodeURIComponent(key)}`}>{eventName(title)}</SmartLink>
            ) : (
              'A form without an event'
            )}{' '}
            asks for no email address: look through its responses by name.
          </li>
        )}
      </Group>
    </section>
  );
}

function Records({ found, clock }: Pick<EverythingProps, 'found' | 'clock'>) {
  const { accounts, claims, invitations, responses, submissions, mails, activity, trash, imported, handover } = found;
  const when = (time: number) => <span className={styles.when}>{formatMoment(time, clock)}</span>;
  return (
    <>
      <Group title="Member account" items={accounts}>
        {({ uid, name, email, role, since, sessions }) => (
          <li key={uid}>
            <strong>{name || email}</strong> {email} {role && `(${ROLE_NAMES[role]})`}
            <span className={styles.when}>
              Since {formatMoment(since, clock)}, signed in {sessions === 1 ? 'on 1 device' : `on ${sessions} devices`}
            </span>
          </li>
        )}
      </Group>
      <Group title="Accounts that only claim the address" items={claims}>
        {({ uid, name, role, since }) => (
          <li key={uid}>
            <strong>{name || 'Somebody without a name'}</strong> {role && `(${ROLE_NAMES[role]})`}
            <span className={styles.when}>Since {formatMoment(since, clock)}</span>
            <p>
              The identity provider has not verified that it is theirs: erasing removes it from the account, which stays
              unless you say otherwise.
            </p>
          </li>
        )}
      </Group>
      <Group title="Invitations" items={invitations}>
        {({ key, email, role, at }) => (
          <li key={key}>
            <strong>{email}</strong>
            <span className={styles.when}>To the role {isRole(role) ? ROLE_NAMES[role] : role}</span>
            {when(at)}
          </li>
        )}
      </Group>
      <Group title="Event responses" items={responses}>
        {({ key, event, receivedAt, answers }) => (
          <li key={key}>
            {event ? (
              <SmartLink to={`/admin/events/${encodeURIComponent(event.key)}`}>{eventName(event.title)}</SmartLink>
            ) : (
              <strong>An event that is gone</strong>
            )}
            {when(receivedAt)}
            <AnswerList answers={answers} />
          </li>
        )}
      </Group>
      <Group title="Submissions" items={submissions}>
        {({ key, title, receivedAt, answers }) => (
          <li key={key}>
            <strong>{title}</strong>
            {when(receivedAt)}
            <AnswerList answers={answers} />
          </li>
        )}
      </Group>
      <Group title="Membership" items={found.members}>
        {({ key, name, studentId, note, since, payments }) => (
          <li key={key}>
            <strong>{name}</strong> {studentId}
            <span className={styles.when}>
              {since && `Since ${since}, `}
              {payments.length === 1 ? '1 payment' : `${payments.length} payments`}
            </span>
            {note && <p>{note}</p>}
          </li>
        )}
      </Group>
      <Group title="Memberships of others that name the address" items={found.memberNotes}>
        {({ key, name }) => <li key={key}>{name}</li>}
      </Group>
      <Group title="Mail" items={mails}>
        {({ key, kind, recipient, subject, state, at }) => (
          <li key={key}>
            <strong>{subject}</strong>
            <span className={styles.when}>
              {kind} to {recipient}, {STATES[state] ?? state}
            </span>
            {when(at)}
          </li>
        )}
      </Group>
      <Group title="Activity" items={activity}>
        {({ key, at, who, verb, topic, title }) => (
          <li key={key}>
            {who} {verbOf(verb)} {topic} {title && <q>{title}</q>}
            {when(at)}
          </li>
        )}
      </Group>
      <Group title="Trash" items={trash}>
        {({ key, title, at, responses: removed, isNamed }) => (
          <li key={key}>
            <strong>{title || 'Untitled'}</strong>
            {when(at)}
            {isNamed && <p>What was removed names this address, or was removed by its owner.</p>}
            {removed.map((one) => (
              <AnswerList key={one.key} answers={one.answers} />
            ))}
          </li>
        )}
      </Group>
      <Group title="Imported records of unknown kind" items={imported}>
        {({ collection, key }) => (
          <li key={`${collection}/${key}`}>
            {collection} {key}
          </li>
        )}
      </Group>
      <Group title="Handover" items={handover}>
        {({ key, title, owner }) => (
          <li key={key}>
            <strong>{title}</strong>
            {owner && <span className={styles.when}>Owner: {owner}</span>}
          </li>
        )}
      </Group>
    </>
  );
}

const MOST = 100;

interface GroupProps<Item> {
  title: string;
  items: Item[];
  children: (item: Item) => ReactNode;
}

function Group<Item>({ title, items, children }: GroupProps<Item>) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>
        {title} <span className={styles.count}>{items.length.toLocaleString('en')}</span>
      </h3>
      {/* A list without bullets is none to some readers, unless it says so. */}
      <ul role="list" className={styles.list}>
        {items.slice(0, MOST).map(children)}
      </ul>
      {items.length > MOST && (
        <p className={styles.when}>
          The newest {MOST} of {items.length.toLocaleString('en')}: the file holds all of them.
        </p>
      )}
    </section>
  );
}

function AnswerList({ answers }: Pick<ShownAnswers, 'answers'>) {
  return (
    <dl className={styles.answers}>
      {answers.map(({ label, value }, at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function askForFile(email: string): Promise<Response> {
  return fetch('/admin/personal-data/file', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
}
