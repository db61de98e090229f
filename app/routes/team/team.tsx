import { Fragment, useState, type TransitionEvent } from 'react';
import { listExecs, viewExecCards, viewExecYears, type ExecCard, type ExecYear } from '../../domain/execs.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { countFirstSeen, useIsPastFirstFrame } from '../../ui/use-is-past-first-frame.ts';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import type { Route } from './+types/team';
import { ExecPortrait, type ExecLevel } from './exec-portrait.tsx';
import * as styles from './team.module.css';

/** Portraits of a phone's first screen: they come with the page instead of after its scripts. */
const FIRST_SEEN = { phone: 3, wider: 6 };

export async function loader({ context }: Route.LoaderArgs) {
  const { db, club } = context.get(siteContext);
  cacheUntil(context, { topics: ['exec'] });
  const [current, previous] = await Promise.all([listExecs(db, true), listExecs(db, false)]);
  const years = await viewExecYears(db, previous, club.club.yearStartsIn);
  return {
    current: await viewExecCards(db, current),
    previous: years.length > 0 ? years : [{ name: '', execs: await viewExecCards(db, previous) }],
  };
}

export const handle = { topics: ['exec'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Team', description: 'The people who run the club, now and before.', path: '/team' });

export default function Team({ loaderData: { current, previous } }: Route.ComponentProps) {
  const { name } = useSiteFacts();
  const isWhole = useIsPastFirstFrame();
  return (
    <Page>
      <section className={styles.section} aria-labelledby="current">
        <h1 id="current">Current Executive Team</h1>
        {current.length > 0 ? (
          <Grid execs={isWhole ? current : current.slice(0, countFirstSeen(FIRST_SEEN))} level="h2" />
        ) : (
          <Empty>
            <p>{`The ${name} has not introduced its team yet.`}</p>
            <SmartLink to="/contact">Write to the club</SmartLink>
          </Empty>
        )}
      </section>
      {isWhole && previous.some(({ execs }) => execs.length > 0) && <PreviousExecs years={previous} />}
    </Page>
  );
}

/** Hidden until its heading is clicked; opens within 1000 ms and closes within 600 ms (product.md 2). */
function PreviousExecs({ years }: { years: ExecYear[] }) {
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="previous">
      <h2 id="previous" className={styles.toggle}>
        <button type="button" aria-expanded={open} aria-controls="previous-execs" onClick={() => setOpen(!open)}>
          Previous Executives
        </button>
      </h2>
      <div
        id="previous-execs"
        className={styles.previous}
        data-open={open || undefined}
        onTransitionEnd={keepFocusInView}
      >
        <div className={styles.inside}>
          {years.map(({ name, execs }) => (
            <Fragment key={name}>
              {name && <h3 className={styles.year}>{name}</h3>}
              <Grid execs={execs} level={name ? 'h4' : 'h3'} />
            </Fragment>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Who tabs into portraits that are still unfolding finds them where they end up. */
function keepFocusInView({ currentTarget, target }: TransitionEvent<HTMLElement>): void {
  if (target !== currentTarget || !currentTarget.contains(document.activeElement)) return;
  document.activeElement?.scrollIntoView({ block: 'nearest' });
}

function Grid({ execs, level }: { execs: ExecCard[]; level: ExecLevel }) {
  return (
    <ul role="list" className={styles.grid}>
      {execs.map((exec, place) => (
        <li key={exec.key}>
          <ExecPortrait exec={exec} level={level} priority={level === 'h2' && place < FIRST_SEEN.wider} />
        </li>
      ))}
    </ul>
  );
}
