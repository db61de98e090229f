import type { FirstStep } from '../../../domain/findings/first-steps.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import * as styles from './home.module.css';
import { Part } from './sections.tsx';

/** Until all of it is there. */
export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (steps.length === 0) return null;
  return (
    <Part title="First steps">
      <p className={styles.quiet}>
        {done} of {steps.length} done. This goes away by itself.
      </p>
      <ol className={styles.steps} role="list">
        {steps.map(({ label, to, isDone }) => (
          <li key={label} data-done={isDone}>
            {isDone ? (
              <span>
                {label} <span className="visually-hidden">(done)</span>
              </span>
            ) : (
              <SmartLink to={to}>{label}</SmartLink>
            )}
          </li>
        ))}
      </ol>
    </Part>
  );
}
