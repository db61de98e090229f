import type { SponsorTier } from '../../domain/sponsors/list.ts';
import { rankOf, SponsorLogo } from './sponsor-logo.tsx';
import * as styles from './sponsors.module.css';

/** The first ones: all of them are at /sponsors. */
const MOST = 24;

/** Drawn by the server: it costs the home page no script. */
export function SponsorStrip({ tiers }: { tiers: SponsorTier[] }) {
  const all = tiers.flatMap((tier) => tier.sponsors.map((sponsor) => ({ sponsor, rank: rankOf(tiers, tier) })));
  return (
    <section className={styles.strip} aria-labelledby="supported-by">
      <div className={styles.inner}>
        <h2 id="supported-by" className={styles.by}>
          Supported by
        </h2>
        <ul role="list" className={styles.plates}>
          {all.slice(0, MOST).map(({ sponsor, rank }) => (
            <li key={sponsor.key} data-rank={rank}>
              <SponsorLogo sponsor={sponsor} rank={rank} />
            </li>
          ))}
        </ul>
        {all.length > MOST && (
          <p>
            <a href="/sponsors">{`All ${all.length} sponsors`}</a>
          </p>
        )}
      </div>
    </section>
  );
}
