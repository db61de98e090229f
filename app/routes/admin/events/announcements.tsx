import type { AnnouncementView } from '../../../domain/announcements/view-announcements.ts';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { Button } from '../../../ui/button.tsx';
import * as styles from './announcements.module.css';

interface AnnouncementsProps {
  mayChange: boolean;
  announcements: AnnouncementView[];
  hasChat: boolean;
  clock: ClubClock;
}

/** Shows what became of the messages to the club's chat. */
export function Announcements({ mayChange, announcements, hasChat, clock }: AnnouncementsProps) {
  const run = useCommands();
  const sendAgain = ({ key }: AnnouncementView) =>
    run({ action: `announcements/${encodeURIComponent(key)}`, done: 'It is being sent again.', goes: true });
  if (announcements.length === 0) return null;
  return (
    <ul className={styles.list} role="list" aria-label="Announcements">
      {announcements.map((announcement) => (
        <li key={announcement.key} className={styles.line} data-state={announcement.state}>
          <p>
            {stateOf(announcement, clock)}
            {!hasChat && announcement.state === 'waiting' && ' Announcing is no longer set up.'}
            {announcement.error && <span className={styles.why}> {announcement.error}</span>}
          </p>
          {announcement.isOpen && hasChat && mayChange && (
            <Button quiet onClick={() => sendAgain(announcement)}>
              Send again
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const NAMES: Record<AnnouncementView['kind'], { what: string; done: string }> = {
  published: { what: 'The event', done: 'Announced on Discord' },
  changed: { what: 'The other time or place', done: 'Other time or place announced on Discord' },
  cancelled: { what: 'The cancellation', done: 'Cancellation announced on Discord' },
  resumed: { what: 'That it takes place after all', done: 'Announced on Discord that it takes place after all' },
};

const LOOK_FIRST = 'Look there before you send it again.';

function stateOf({ kind, state, postedAt, nextAt, error }: AnnouncementView, clock: ClubClock): string {
  const { what, done } = NAMES[kind];
  const later = state === 'waiting' && error ? ` Next try ${formatMoment(nextAt, clock)}.` : '';
  if (postedAt === null) return `${what} ${UNPOSTED[state]}${later}`;
  return `${done} at ${formatMoment(postedAt, clock)}${POSTED[state]}${later}`;
}

const UNPOSTED: Record<AnnouncementView['state'], string> = {
  waiting: 'is waiting to be announced on Discord.',
  sending: 'is being announced on Discord.',
  sent: 'is announced on Discord.',
  failed: 'was not announced on Discord.',
  uncertain: `may or may not have been announced on Discord: that is uncertain. ${LOOK_FIRST}`,
  deleted: 'was deleted on Discord.',
};

const POSTED: Record<AnnouncementView['state'], string> = {
  waiting: '. A change is waiting to be sent.',
  sending: '. A change is being sent.',
  sent: '.',
  failed: '. A change could not be sent.',
  uncertain: `. Whether a change got there is uncertain. ${LOOK_FIRST}`,
  deleted: '; it was deleted there.',
};
