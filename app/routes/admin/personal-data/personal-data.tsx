import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useFetcher } from 'react-router';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { erasePersonalData } from '../../../domain/personal-data/erase-personal-data.ts';
import { viewPersonalData } from '../../../domain/personal-data/view-personal-data.ts';
import { resource, toLoader } from '../../../http/actions.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { ProblemPanel } from '../../../ui/admin/notices.tsx';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Route } from './+types/personal-data';
import { EraseDialog } from './erase-dialog.tsx';
import { Everything } from './everything.tsx';
import * as styles from './personal-data.module.css';
import { inBackground } from '../../../ui/in-background.ts';

export const meta = screenHead({
  title: 'Personal data',
  description: 'Everything about one email address.',
  path: '/admin/personal-data',
});

export const middleware = [needs('manage the club')];

export const loader = toLoader(async ({ site: { clock } }) => ({ clock }));

/** The email address is sent in a body and never in a URL, because URLs are logged and remembered. */
const email = z.string().max(1000);
const asked = z.strictObject({ email });
const erased = z.strictObject({ email, andClaims: z.boolean().optional() });

export const action = resource({
  async POST({ site: { db, club }, actor, read }) {
    const { email: address } = await read(asked);
    return { found: await viewPersonalData(db, actor, { email: address, club: club.club }) };
  },
  async DELETE({ site: { db, club, mailing }, actor, read }) {
    const { email: address, andClaims = false } = await read(erased);
    const about = { email: address, club: club.club };
    await erasePersonalData(db, actor, { ...about, mailing, andClaims });
    return { found: await viewPersonalData(db, actor, about) };
  },
});

export default function PersonalData({ loaderData: { clock } }: Route.ComponentProps) {
  const search = useFetcher<typeof action>();
  const [typed, setTyped] = useState('');
  const [isErasing, setErasing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const answer = search.data;
  const found = answer?.ok ? answer.found : undefined;
  const refused = answer?.ok === false ? answer : undefined;
  const isBusy = search.state === 'submitting';
  const find = (address: string) =>
    inBackground(search.submit(JSON.stringify({ email: address }), { method: 'post', encType: 'application/json' }));

  // Moves the focus to the result, even if the same address was searched for before.
  useEffect(() => heading.current?.focus(), [found]);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [refused]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) find(typed);
  };
  const field = {
    name: 'email',
    label: 'Email address',
    value: typed,
    message: refused?.fields.email,
    onChange: setTyped,
    onBlur: () => {},
  };
  return (
    <AdminScreen title="Personal data">
      <p className={styles.intro}>Find, download or erase everything that the club holds about one person.</p>
      <form ref={form} role="search" className={styles.search} onSubmit={onSubmit} noValidate>
        <BoundTextField field={field} inputMode="email" spellCheck={false} />
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Looking…' : 'Find'}
        </Button>
      </form>
      {refused && !refused.fields.email && <ProblemPanel problem={refused} />}
      {found && <Everything found={found} clock={clock} heading={heading} onErase={() => setErasing(true)} />}
      {found && isErasing && (
        <EraseDialog
          found={found}
          onClose={() => setErasing(false)}
          onErased={() => {
            say('Erased');
            find(found.address);
          }}
        />
      )}
    </AdminScreen>
  );
}
