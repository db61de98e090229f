import { useState } from 'react';
import type { VisitsOfDay } from '../../../domain/links/visits.ts';
import { readAnswer } from '../../../read-answer.ts';
import { PlainTable } from '../../../ui/admin/plain-table.tsx';
import { inBackground } from '../../../ui/in-background.ts';
import * as styles from './links.module.css';

interface ShownDay extends VisitsOfDay {
  /** 'Nov 20, 2026' */
  shown: string;
}

const FAILED = 'The visits cannot be shown right now.';

interface VisitsChartProps {
  link: string;
  address: string;
  visits: number;
}

/** Shows the number of visits; unfolded, loads the visits per day. */
export function VisitsChart({ link, address, visits }: VisitsChartProps) {
  const [days, setDays] = useState<ShownDay[]>();
  const [failure, setFailure] = useState<string>();
  const load = async () => {
    try {
      const answer = await fetch(`/admin/links/${encodeURIComponent(link)}/visits`);
      setDays((await readAnswer<{ days: ShownDay[] }>(answer, ['days'], FAILED)).days);
      setFailure(undefined);
    } catch {
      setFailure(FAILED);
    }
  };
  const unit = (
    <span className={styles.unit} aria-hidden="true">
      {visits === 1 ? ' visit' : ' visits'}
    </span>
  );
  if (visits === 0) return <>0{unit}</>;
  return (
    <details className={styles.visits} onToggle={({ currentTarget }) => currentTarget.open && inBackground(load())}>
      <summary>
        {visits.toLocaleString('en')}
        {unit}
        <span className="visually-hidden">
          {visits === 1 ? ' visit' : ' visits'} of {address} by day
        </span>
      </summary>
      {failure && <p role="status">{failure}</p>}
      {days && <ByDay days={days} />}
    </details>
  );
}

function ByDay({ days }: { days: ShownDay[] }) {
  const most = Math.max(1, ...days.map(({ visits }) => visits));
  const visited = days.filter(({ visits }) => visits > 0).toReversed();
  return (
    <>
      <div aria-hidden="true" className={styles.chart}>
        {days.map(({ day, visits }) => (
          <i key={day} style={{ height: `${(100 * visits) / most}%` }} />
        ))}
      </div>
      <div className={styles.table}>
        <PlainTable
          className={styles.days}
          head={['Day', 'Visits']}
          rows={visited.map(({ day, shown, visits }) => ({ key: day, cells: [shown, visits.toLocaleString('en')] }))}
        />
      </div>
    </>
  );
}
