import type { AnnouncementView } from '../../../domain/announcements/view-announcements.ts';
import { formatViewTime, type ClubClock } from '../../../time/club-time.ts';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useCan } from '../../../ui/admin/role.ts';
import { useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './announcements.module.css';

interface AnnouncementsProps {
  announcements: AnnouncementView[];
  announces: boolean;
  clock: ClubClock;
}

/** What became of the messages to the club's chat. */
export function Announcements({ announcements, announces, clock }: AnnouncementsProps) {
  if (announcements.length === 0) return null;
  return (
    <ul className={styles.list} role="list" aria-label="Announcements">
      {announcements.map((announcement) => (
        <Line key={announcement.key} {...{ announcement, announces, clock }} />
      ))}
    </ul>
  );
}

interface LineProps extends Omit<AnnouncementsProps, 'announcements'> {
  announcement: AnnouncementView;
}

function Line({ announcement, announces, clock }: LineProps) {
  const { key, state, error, isOpen } = announcement;
  const mayChange = useCan('change events');
  const sending = useSend((answer) => {
    if (answer.ok) say('It is being sent again.');
    else sayFailure(answer.error);
  });
  return (
    <li className={styles.line} data-state={state}>
      <p>
        {stateOf(announcement, clock)}
        {error && <span className={styles.why}> {error}</span>}
      </p>
      {isOpen && announces && mayChange && (
        <Button quiet disabled={sending.busy} onClick={() => sending.send({ verb: 'announce again', key })}>
          Send again
        </Button>
      )}
    </li>
  );
}

const NAMES: Record<AnnouncementView['kind'], string> = {
  published: 'Announced on Discord',
  changed: 'Other time or place announced on Discord',
  cancelled: 'Cancellation announced on Discord',
  resumed: 'That it takes place after all announced on Discord',
};

function stateOf({ kind, state, postedAt, nextAt, error }: AnnouncementView, clock: ClubClock): string {
  const name = postedAt === null ? NAMES[kind] : `${NAMES[kind]} at ${formatViewTime(postedAt, clock)}`;
  const isEdit = postedAt !== null;
  if (state === 'sent') return isEdit ? `${name}.` : `${NAMES[kind]}.`;
  if (state === 'deleted') return `${name}; the message has been deleted there.`;
  const what = isEdit ? `${name}; a change` : NAMES[kind];
  if (state === 'sending') return `${what}: being sent.`;
  if (state === 'waiting') {
    return error ? `${what}: waiting, next try ${formatViewTime(nextAt, clock)}.` : `${what}: waiting.`;
  }
  if (state === 'failed') return `${what}: failed.`;
  return `${what}: uncertain. Look there before you send it again.`;
}
