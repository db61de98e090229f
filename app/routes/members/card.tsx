import { useEffect } from 'react';
import { data } from 'react-router';
import { NotFound } from '../../domain/errors.ts';
import { viewCard } from '../../domain/members/card.ts';
import { newestPaymentLink } from '../../domain/members/payment-link.ts';
import { siteContext } from '../../http/context.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { inBackground, whenIdle } from '../../ui/in-background.ts';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { useReloadAt } from '../../ui/use-reload-at.ts';
import { requireMembership } from '../require-membership.server.ts';
import { qrCodePicture } from '../sign-ups/qr-code.server.ts';
import type { Route } from './+types/card';
import * as styles from './card.module.css';

export async function loader({ request, context, params: { token } }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const membership = requireMembership(site, request);
  const { publicUrl } = site.settings;
  try {
    const { code, ...card } = await viewCard(site.db, { membership, clock: site.clock, publicUrl }, token);
    const isPaid = code !== null && card.grace === null;
    return data({
      card,
      picture: code === null ? null : qrCodePicture(code),
      paying: isPaid ? null : { fee: membership.fee ?? null, payment: newestPaymentLink(site.club) },
    });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return data({ card: null, picture: null, paying: null }, { status: 404 });
  }
}

const UNKNOWN = 'This link leads to no membership card.';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...headOf(matches, { title: loaderData?.card ? 'Membership card' : UNKNOWN, description: '', path: '/members' }),
  { name: 'robots', content: 'noindex' },
];

/** A member's card, open to anyone who has its link; shown at the door, on a phone or on paper. */
export default function MembershipCard({ loaderData: { card, picture, paying } }: Route.ComponentProps) {
  const { name: club } = useSiteFacts();
  useReloadAt(card?.changesAt ?? null);
  useOfflineCard(card);
  if (!card) {
    return (
      <Page narrow>
        <h1>{UNKNOWN}</h1>
        <p>
          <SmartLink to="/membership">Have your card sent</SmartLink>
        </p>
      </Page>
    );
  }
  return (
    <Page narrow>
      <article className={styles.card} data-member={picture !== null} data-paid={paying === null}>
        <h1 className={styles.heading}>Membership card</h1>
        <p className={styles.club}>{club}</p>
        <p className={styles.name} dir="auto">
          {card.name}
        </p>
        <p className={styles.status}>{card.status}</p>
        {card.grace && <p>{card.grace}</p>}
        {picture && <img src={picture} alt="Code for the door" width={288} height={288} className={styles.code} />}
        {paying && <HowToPay {...paying} />}
      </article>
    </Page>
  );
}

function HowToPay({ fee, payment }: { fee: string | null; payment: { url: string } | null }) {
  return (
    <>
      {fee && <p>{fee}</p>}
      {payment && <ButtonLink to={payment.url}>Pay your membership fee</ButtonLink>}
      {!fee && !payment && (
        <p>
          <SmartLink to="/contact">Ask us how to pay</SmartLink>
        </p>
      )}
      <p>
        <SmartLink to="/membership">About membership</SmartLink>
      </p>
    </>
  );
}

/** Keeps the card, as last shown, on the phone for when there is no network. */
function useOfflineCard(card: object | null): void {
  useEffect(() => {
    if (!card) return undefined;
    const cache = async () => {
      const { cacheCard } = await import('./cache-card.ts');
      await cacheCard(location.pathname);
    };
    // What cannot be had now is cached when the card is opened next.
    return whenIdle(() => inBackground(cache().catch(() => undefined)));
  }, [card]);
}
