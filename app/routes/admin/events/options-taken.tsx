import type { ResponsesTable } from '../../../domain/responses/view-responses.ts';
import * as styles from './options-taken.module.css';

type Taken = Pick<ResponsesTable, 'options'>;

/** As many as a phone shows before the table of responses. */
const MOST_UNFOLDED = 12;

/** How far options are taken that have a limit; many are folded, unless one of them wants looking at. */
export function OptionsTaken({ options }: Taken) {
  const all = options.flatMap(({ places }) => places);
  if (all.length <= MOST_UNFOLDED) return <Counts options={options} />;
  const full = all.filter(({ taken, limit }) => taken >= limit).length;
  return (
    <details open={all.some(({ taken, limit, missedBy }) => taken > limit || missedBy.length > 0)}>
      <summary>{`Places of ${all.length.toLocaleString('en')} options, ${full.toLocaleString('en')} full`}</summary>
      <Counts options={options} />
    </details>
  );
}

function Counts({ options }: Taken) {
  return options.map(({ name, label, places }) => (
    <div key={name}>
      <h3 className={styles.label}>{label}</h3>
      <dl className={styles.options}>
        {places.map(({ option, limit, taken, missedBy }) => (
          <div key={option} className={styles.option}>
            <dt>{option}</dt>
            <dd>
              {`${taken.toLocaleString('en')} of ${limit.toLocaleString('en')}`}
              {taken > limit && (
                <strong className={styles.over}>{`${(taken - limit).toLocaleString('en')} over`}</strong>
              )}
              {missedBy.length > 0 && (
                <details>
                  <summary>{`${missedBy.length.toLocaleString('en')} drawn when it was full`}</summary>
                  {missedBy.map((name, at) => (
                    // Two may have one name.
                    <bdi key={`${at} ${name}`}>{at === 0 ? name : `, ${name}`}</bdi>
                  ))}
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}
