import type { ListedItem } from '../../../domain/handover/items.ts';
import { ROLE_NAMES, type Role } from '../../../domain/roles.ts';
import { PlainTable } from '../../../ui/admin/plain-table.tsx';
import { Button } from '../../../ui/button.tsx';
import type { HandoverData } from './handover-data.ts';
import * as styles from './handover.module.css';

export function SignedPage({ data: { handover, items, execs, left, club, today } }: { data: HandoverData }) {
  return (
    <>
      <p className={styles.screenOnly}>Print this page, sign it together and keep it with the club’s papers.</p>
      <p className={styles.screenOnly}>
        <Button quiet onClick={() => print()}>
          Print
        </Button>
      </p>
      <article className={styles.page} aria-label="The page to sign">
        <h3>Handover of {club}</h3>
        <p>{today}</p>
        <h4>The website</h4>
        <PlainTable
          className={styles.table}
          head={['Name', 'Had', 'Has now']}
          rows={handover.roles.map(({ uid, name, before, now }) => ({
            key: uid,
            cells: [name || 'A deleted account', roleText(before), roleText(now)],
          }))}
        />
        <Executives title="Left the executive team" execs={left} />
        <Executives title="The executive team from now on" execs={execs} />
        {items.length > 0 && (
          <>
            <h4>What else</h4>
            <PlainTable
              className={styles.table}
              head={['Item', 'Owner', 'Handed over']}
              rows={items.map(({ key, title, owners, isDone }) => ({
                key,
                cells: [title, namesOf(owners) || '–', isDone ? 'Yes' : 'No'],
              }))}
            />
          </>
        )}
        <div className={styles.signatures}>
          <p>Handed over by (name, date, signature)</p>
          <p>Taken over by (name, date, signature)</p>
        </div>
      </article>
    </>
  );
}

function Executives({ title, execs }: { title: string } & Pick<HandoverData, 'execs'>) {
  if (execs.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <p>{execs.map((exec) => `${exec.name} (${exec.title})`).join(', ')}</p>
    </>
  );
}

function roleText(role: Role | null): string {
  return role ? ROLE_NAMES[role] : '–';
}

function namesOf(owners: ListedItem['owners']): string {
  return owners.flatMap((owner) => owner?.name ?? []).join(', ');
}
