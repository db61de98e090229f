import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { formatClubDay } from '../../time/club-day.ts';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import type { Route } from './+types/accessibility';
import * as styles from './accessibility.module.css';
import { readStatement } from './statement.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { clock } = context.get(siteContext);
  cacheUntil(context, { topics: [] });
  const statement = await readStatement();
  return { ...statement, testedOn: formatClubDay(statement.testedOn, clock) };
}

const TITLE = 'Accessibility statement';

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: TITLE,
    description: 'How accessible this site is, how that was tested, and whom to write to.',
    path: '/accessibility',
  });

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  const { testedOn, release, screens } = loaderData;
  const { name, email } = useSiteFacts();
  return (
    <Page narrow>
      <h1>{TITLE}</h1>
      <p>{`The ${name} wants everybody to be able to use this site. It is made to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA.`}</p>
      <h2>How far it meets them</h2>
      <p>
        It partially conforms with WCAG 2.2 level AA: programs have tested it, as described below, and what we know to
        fall short is listed. Nobody has certified it.
      </p>
      <h2>What was tested</h2>
      <p>{`Version ${release} of the site’s program, with the texts and pictures of an example club. What this club has added itself was not tested.`}</p>
      <details className={styles.screens}>
        <summary>{`${screens.length} screens and states of screens`}</summary>
        <ul>
          {screens.map((screen) => (
            <li key={screen}>{screen}</li>
          ))}
        </ul>
      </details>
      <HowTested {...loaderData} />
      <h2>When it was tested</h2>
      <p>{testedOn}</p>
      <KnownToFallShort shortfalls={loaderData.shortfalls} />
      <h2>Whom to write to</h2>
      <p>
        Is something hard to use, or do you need it in another form? Please write to{' '}
        <a href={`mailto:${email}`}>{email}</a>, and say which page it was and what you use.
      </p>
    </Page>
  );
}

type Statement = Route.ComponentProps['loaderData'];

function HowTested({ engines, widths, themes, rules }: Statement) {
  return (
    <>
      <h2>How it was tested</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Rules</dt>
          <dd>{`${rules.count} rules of ${rules.tool}: ${rules.sets.join(', ')}`}</dd>
        </div>
        <div>
          <dt>Browsers</dt>
          <dd>{engines.join(', ')}</dd>
        </div>
        <div>
          <dt>Widths</dt>
          <dd>{`${widths.join(', ')} pixels`}</dd>
        </div>
        <div>
          <dt>Themes</dt>
          <dd>{themes.join(', ')}</dd>
        </div>
      </dl>
      <p>
        Other tests go through the site by keyboard alone, without JavaScript, with text at twice its size, and compare
        what a screen reader is given.
      </p>
    </>
  );
}

function KnownToFallShort({ shortfalls }: Pick<Statement, 'shortfalls'>) {
  return (
    <>
      <h2>Known to fall short</h2>
      <ul className={styles.shortfalls}>
        {shortfalls.map(({ screen, what }) => (
          <li key={`${screen} ${what}`}>{`${screen}: ${what}`}</li>
        ))}
        <li>People who use assistive technology have not tested it: only programs have.</li>
        <li>Pictures and texts that the club adds may lack a description, or a heading in its place.</li>
        <li>
          Forms, videos and feeds of other websites that a page shows are as accessible as their makers made them.
        </li>
        <li>Files to download, such as slides, are as their authors saved them.</li>
      </ul>
    </>
  );
}
