import { LOOKING_BACK_LABELS, type LastTime } from '../../../domain/events/looking-back.ts';
import * as panel from '../../../ui/panel.module.css';
import * as styles from './event.module.css';

const NOTES = ['ranOut', 'change', 'cost'] as const;

/** What is worth knowing of the event that a new one is like. */
export function LastTimeFacts({ lastTime }: { lastTime: LastTime }) {
  const counts = countsOf(lastTime);
  const notes = NOTES.filter((name) => lastTime[name] !== '');
  if (counts === '' && notes.length === 0) return null;
  return (
    <section aria-labelledby="last-time" className={`${panel.note} ${styles.lastTime}`}>
      <h3 id="last-time">Last time</h3>
      {counts !== '' && <p>{counts}</p>}
      <dl>
        {notes.map((name) => (
          <div key={name}>
            <dt>{LOOKING_BACK_LABELS[name]}</dt>
            <dd dir="auto">{lastTime[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** '12 sign-ups, 9 came' */
function countsOf({ signUps, came }: LastTime): string {
  const said = [
    ...(signUps === null ? [] : [`${signUps.toLocaleString('en')} ${signUps === 1 ? 'sign-up' : 'sign-ups'}`]),
    ...(came === null ? [] : [`${came.toLocaleString('en')} came`]),
  ];
  return said.join(', ');
}
