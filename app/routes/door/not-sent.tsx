import { useEffect, useState, type ReactNode } from 'react';
import { inBackground } from '../../ui/in-background.ts';
import * as panel from '../../ui/panel.module.css';
import { readDoor, type NotedAction } from './door-store.ts';

const DONE = { checkIn: '', add: ' (added)', undo: ' (undone)', pay: ' (paid)' };

/** Lists what was done without a network at a door that ended before it was sent. */
export function NotSent({ left, children }: { left: NotedAction[]; children: ReactNode }) {
  if (left.length === 0) return null;
  return (
    <div role="alert" className={panel.note}>
      <p>
        <span>{`${left.length} not sent:`}</span>{' '}
        {left.map(({ action, name }, at) => (
          <span key={action.id}>
            <span>{at > 0 && ', '}</span>
            <bdi>{name}</bdi>
            <span>{DONE[action.verb]}</span>
          </span>
        ))}
      </p>
      {children}
    </div>
  );
}

/** The same on a helper’s phone, whose link no longer works. */
export function NotSentBehind({ left }: { left: NotedAction[] }) {
  return (
    <NotSent left={left}>
      <p>Nothing is lost: it stays on this phone until an officer signs in here and opens the event’s door.</p>
    </NotSent>
  );
}

export function LeftBehind({ door }: { door: string }) {
  const [left, setLeft] = useState<NotedAction[]>([]);
  useEffect(() => {
    inBackground(
      readDoor(door).then(
        ({ actions }) => setLeft(actions),
        () => undefined,
      ),
    );
  }, [door]);
  return <NotSentBehind left={left} />;
}
