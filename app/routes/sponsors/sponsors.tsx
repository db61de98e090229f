import { viewSponsorTiers } from '../../domain/sponsors/list.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { clubDay } from '../../time/club-day.ts';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { unknownPath } from '../unknown-path.server.ts';
import type { Route } from './+types/sponsors';
import { rankOf, SponsorLogo } from './sponsor-logo.tsx';
import * as styles from './sponsors.module.css';

export const handle = { topics: ['sponsor'] } satisfies LiveHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, club } = context.get(siteContext);
  cacheUntil(context, { topics: ['sponsor'], untilMidnight: true });
  const tiers = await viewSponsorTiers(db, clubDay(clock.timeZone));
  if (tiers.length === 0) throw unknownPath(request);
  return { tiers, club: club.club.name };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? headOf(matches, { title: 'Sponsors', description: `Who supports the ${loaderData.club}.`, path: '/sponsors' })
    : [];

export default function Sponsors({ loaderData: { tiers } }: Route.ComponentProps) {
  const { name } = useSiteFacts();
  const hasTiers = tiers.some((tier) => tier.name !== '');
  return (
    <Page>
      <h1>Sponsors</h1>
      <p className={styles.intro}>
        <span>{`They support the ${name}. Would you like to as well?`}</span>{' '}
        <SmartLink to="/contact">Write to us</SmartLink>.
      </p>
      {tiers.map((tier) => (
        <section
          key={tier.name}
          className={styles.tier}
          data-rank={rankOf(tiers, tier)}
          {...(hasTiers && { 'aria-label': tier.name || 'Others' })}
        >
          {hasTiers && <h2 dir="auto">{tier.name || 'Others'}</h2>}
          <ul role="list" className={styles.sponsors}>
            {tier.sponsors.map((sponsor) => (
              <li key={sponsor.key} className={styles.sponsor}>
                <SponsorLogo sponsor={sponsor} rank={rankOf(tiers, tier)} />
                {sponsor.logo && <bdi>{sponsor.name}</bdi>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
