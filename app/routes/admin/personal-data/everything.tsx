import { useId, type RefObject, type ReactNode } from 'react';
import { Download } from '../../../ui/admin/icons.tsx';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { eventName } from '../../../domain/events/titles.ts';
import type { PersonalData, ShownAnswers } from '../../../domain/personal-data/view-personal-data.ts';
import { isRole, ROLE_NAMES } from '../../../domain/roles.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { passiveOf, wordingOf } from '../verbs.ts';
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
      <Traces found={found} clock={clock} />
      <Group title="On the site’s pages" items={pages}>
        {({ topic, screen, key, title }) => (
          <li key={`${topic}/${key}`}>
            <SmartLink to={topic === 'event' ? `/admin/events/${encodeURIComponent(key)}` : `/admin/${screen}`}>
              {title || 'Untitled'}
            </SmartLink>{' '}
            shows the address to everyone: erasing does not change that.
          </li>
        )}
      </Group>
      <Group title="Cannot be found by an address" items={silent}>
        {({ key, title }) => (
          <li key={key}>
            {key ? <EventLink of={{ key, title }} /> : 'A form without an event'} asks for no email address: look
            through its responses by name.
          </li>
        )}
      </Group>
    </section>
  );
}

/** What the club stores about the person. */
function Records({ found, clock }: Pick<EverythingProps, 'found' | 'clock'>) {
  const moment = (time: number) => formatMoment(time, clock);
  return (
    <>
      <Group title="Member account" items={found.accounts}>
        {({ uid, name, email, role, since, sessions }) => (
          <Item
            key={uid}
            name={name || email}
            facts={[`Since ${moment(since)}, signed in on ${sessions === 1 ? '1 device' : `${sessions} devices`}`]}
          >
            {email} {role && `(${ROLE_NAMES[role]})`}
          </Item>
        )}
      </Group>
      <Group title="Accounts that only claim the address" items={found.claims}>
        {({ uid, name, role, since }) => (
          <Item key={uid} name={name || 'Somebody without a name'} facts={[`Since ${moment(since)}`]} note={CLAIMED}>
            {role && `(${ROLE_NAMES[role]})`}
          </Item>
        )}
      </Group>
      <Group title="Invitations" items={found.invitations}>
        {({ key, email, role, at }) => (
          <Item key={key} name={email} facts={[`To the role ${isRole(role) ? ROLE_NAMES[role] : role}`, moment(at)]} />
        )}
      </Group>
      <Group title="Event responses" items={found.responses}>
        {({ key, event, receivedAt, answers }) => (
          <Item key={key} name={!event && 'An event that is gone'} facts={[moment(receivedAt)]} answers={[answers]}>
            {event && <EventLink of={event} />}
          </Item>
        )}
      </Group>
      <Group title="Submissions" items={found.submissions}>
        {({ key, title, receivedAt, answers }) => (
          <Item key={key} name={title} facts={[moment(receivedAt)]} answers={[answers]} />
        )}
      </Group>
      <Group title="Membership" items={found.members}>
        {({ key, name, studentId, note, since, payments }) => (
          <Item
            key={key}
            name={name}
            facts={[
              `${since && `Since ${since}, `}${payments.length === 1 ? '1 payment' : `${payments.length} payments`}`,
            ]}
            note={note}
          >
            {studentId}
          </Item>
        )}
      </Group>
      <Group title="Memberships of others that name the address" items={found.memberNotes}>
        {({ key, name }) => <li key={key}>{name}</li>}
      </Group>
      <Group title="Payments of others whose note names the address" items={found.paymentNotes}>
        {({ key, name, event }) => (
          <Item key={key} name={name} facts={[]}>
            {event && <EventLink of={event} />}
          </Item>
        )}
      </Group>
    </>
  );
}

/** Mails to the address, and what was done under its name. */
function Traces({ found, clock }: Pick<EverythingProps, 'found' | 'clock'>) {
  const moment = (time: number) => formatMoment(time, clock);
  return (
    <>
      <Group title="Mail" items={found.mails}>
        {({ key, recipient, subject, state, at }) => (
          <Item key={key} name={subject} facts={[`To ${recipient}, ${STATES[state] ?? state}`, moment(at)]} />
        )}
      </Group>
      <Group title="Activity" items={found.activity}>
        {(line) => (
          <Item key={line.key} facts={[moment(line.at)]}>
            <ActivityLine {...line} />
          </Item>
        )}
      </Group>
      <Group title="Trash" items={found.trash}>
        {({ key, title, at, responses, isNamed }) => (
          <Item
            key={key}
            name={title || 'Untitled'}
            facts={[moment(at)]}
            note={isNamed && 'Removed things that name this address, or that its owner removed.'}
            answers={responses.map(({ answers }) => answers)}
          />
        )}
      </Group>
      <Group title="Imported records of unknown kind" items={found.imported}>
        {({ collection, key }) => <li key={`${collection}/${key}`}>{`${collection} ${key}`}</li>}
      </Group>
      <Group title="Handover" items={found.handover}>
        {({ key, title, owner, secondOwner }) => (
          <Item
            key={key}
            name={title}
            facts={[owner && `Owner: ${owner}`, secondOwner && `Second owner: ${secondOwner}`].filter(Boolean)}
          />
        )}
      </Group>
    </>
  );
}

const CLAIMED =
  'The identity provider has not verified that it is theirs: erasing removes it from the account, which stays unless you choose otherwise.';

function EventLink({ of: { key, title } }: { of: { key: string; title: string } }) {
  return <SmartLink to={`/admin/events/${encodeURIComponent(key)}`}>{eventName(title)}</SmartLink>;
}

interface ItemProps {
  name?: string | false;
  facts: string[];
  note?: string | false;
  /** Each item has the answers of one response. */
  answers?: ShownAnswers['answers'][];
  children?: ReactNode;
}

function Item({ name, facts, note, answers = [], children }: ItemProps) {
  return (
    <li>
      {name && <strong>{name}</strong>} {children}
      {facts.map((fact) => (
        <span key={fact} className={styles.when}>
          {fact}
        </span>
      ))}
      {note && <p>{note}</p>}
      {answers.map((one, place) => (
        <dl key={place} className={styles.answers}>
          {one.map(({ label, value }, at) => (
            <div key={at}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
    </li>
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

function ActivityLine({ who, verb, topic, title }: PersonalData['activity'][number]) {
  const passive = passiveOf(verb);
  const { before, after = '', isPlain = false } = wordingOf(verb, topic);
  return passive === undefined ? (
    <>
      {who} {before} {title && (isPlain ? title : <q>{title}</q>)} {after}
    </>
  ) : (
    <>
      <q>{title}</q> {passive} by {who}
    </>
  );
}

function askForFile(email: string): Promise<Response> {
  return fetch('/admin/personal-data/file', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
}
