import { viewMenu } from '../domain/food.ts';
import { cacheUntil } from '../http/cache/cache-until.ts';
import { siteContext } from '../http/context.server.ts';
import { requirePage } from './optional-page.server.ts';
import { ConfiguredIcon } from '../ui/configured-icon.tsx';
import type { LiveHandle } from '../ui/live/use-live.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';
import { headOf } from '../ui/site-facts.ts';
import { SmartLink } from '../ui/smart-link.tsx';
import type { Route } from './+types/services';
import { formatPrice } from '../domain/money.ts';
import * as styles from './services.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  requirePage(site, 'services');
  cacheUntil(context, { topics: ['food'] });
  const menu = await viewMenu(site.db);
  return {
    services: site.club.services,
    menu: menu.map(({ name, items }) => ({
      name,
      items: items.map((item) => ({ key: item.key, name: item.name, price: formatPrice(item.price, site.club.club) })),
    })),
  };
}

export const handle = { topics: ['food'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  headOf(matches, {
    title: 'Services',
    description: loaderData?.services.map(({ description }) => description).join(' ') ?? '',
    path: '/services',
  });

export default function Services({ loaderData: { services, menu } }: Route.ComponentProps) {
  return (
    <Page>
      <h1>Services</h1>
      <ul role="list" className={styles.services}>
        {services.map(({ icon, title, description }) => (
          <li key={title} className={styles.service}>
            <ConfiguredIcon name={icon} />
            <div>
              <h2 className={styles.name}>{title}</h2>
              <p>{description}</p>
            </div>
          </li>
        ))}
      </ul>
      <section aria-labelledby="menu-heading" className={styles.menu}>
        <h2 id="menu-heading">Menu</h2>
        {menu.length === 0 && (
          <Empty>
            <p>There is nothing on the menu right now.</p>
            <SmartLink to="/contact">Ask us what we have</SmartLink>
          </Empty>
        )}
        <div className={styles.sections}>
          {menu.map(({ name, items }) => (
            <section key={name} aria-label={name}>
              <h3 className={styles.section}>{name}</h3>
              <dl className={styles.items}>
                {items.map((item) => (
                  <div key={item.key} className={styles.item}>
                    <dt>{item.name}</dt>
                    <dd>{item.price}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
    </Page>
  );
}
