import type { ResponsesTable } from '../../../domain/responses/view-responses.ts';
import styles from './options-taken.module.css';

/** How far options are taken that have a limit. */
export function OptionsTaken({ options }: Pick<ResponsesTable, 'options'>) {
  return options.map(({ name, label, places }) => (
    <div key={name}>
      <h3 className={styles.label}>{label}</h3>
      <dl className={styles.options}>
        {places.map(({ option, limit, taken }) => (
          <div key={option} className={styles.option}>
            <dt>{option}</dt>
            <dd>
              {`${taken.toLocaleString('en')} of ${limit.toLocaleString('en')}`}
              {taken > limit && (
                <strong className={styles.over}>{`${(taken - limit).toLocaleString('en')} over`}</strong>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}
