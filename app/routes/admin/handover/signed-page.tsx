import { ROLE_NAMES, type Role } from '../../../domain/roles.ts';
import { Button } from '../../../ui/button.tsx';
import type { HandoverData } from './handover-data.ts';
import * as styles from './handover.module.css';

export function SignedPage({ data: { handover, items, execs, left, club, today } }: { data: HandoverData }) {
  return (
    <>
      <p className={styles.screenOnly}>Print this page, sign it together and keep it with the club’s papers.</p>
      <p className={styles.screenOnly}>
        <Button onClick={() => print()}>Print</Button>
      </p>
      <article className={styles.page} aria-label="The page to sign">
        <h3>Handover of {club}</h3>
        <p>{today}</p>
        <h4>The website</h4>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Had</th>
              <th scope="col">Has now</th>
            </tr>
          </thead>
          <tbody>
            {handover.roles.map(({ uid, name, before, now }) => (
              <tr key={uid}>
                <th scope="row">{name || 'A deleted account'}</th>
                <td>{roleText(before)}</td>
                <td>{roleText(now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Executives title="Left the executive team" execs={left} />
        <Executives title="The executive team from now on" execs={execs} />
        {items.length > 0 && (
          <>
            <h4>What else</h4>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Item</th>
                  <th scope="col">Owner</th>
                  <th scope="col">Handed over</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ key, title, owner, isDone }) => (
                  <tr key={key}>
                    <th scope="row">{title}</th>
                    <td>{owner || '–'}</td>
                    <td>{isDone ? 'Yes' : 'No'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
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
