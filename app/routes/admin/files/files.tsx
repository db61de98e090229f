import { useState } from 'react';
import { z } from 'zod';
import { updateRecord } from '../../../domain/records/save.ts';
import { findSlideshow, slideshow, SLIDESHOW_KEY } from '../../../domain/slideshow.ts';
import { toActionResult, readCommand } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import type { Route } from './+types/files';
import { SlideshowForm } from './slideshow-form.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Files Management', description: 'The homepage slideshow.', path: '/admin/files' });

export const handle = { topics: ['files'] } satisfies LiveHandle;

export async function loader({ context }: Route.LoaderArgs) {
  return { slideshow: await findSlideshow(context.get(siteContext).db) };
}

const command = z.strictObject({ verb: z.literal('replace'), version: z.int().min(0), input: z.unknown() });

export function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toActionResult<{ version: number }>(async () =>
    updateRecord(db, actor, slideshow, { ...(await readCommand(request, command)), key: SLIDESHOW_KEY }),
  );
}

export default function Files({ loaderData: { slideshow } }: Route.ComponentProps) {
  const [shown, setShown] = useState({ slideshow, round: 0, loaded: slideshow });
  const [isDirty, setDirty] = useState(false);
  if (slideshow !== shown.loaded) {
    // What others save is shown at once, unless something here would be lost by it: then saving asks.
    const isNews = slideshow.version !== shown.slideshow.version && !isDirty;
    setShown(isNews ? { slideshow, round: shown.round + 1, loaded: slideshow } : { ...shown, loaded: slideshow });
  }
  return (
    <AdminScreen title="Files Management">
      <SlideshowForm
        key={shown.round}
        opened={shown.slideshow}
        onDirty={setDirty}
        onSaved={(version) => setShown((now) => ({ ...now, slideshow: { ...now.slideshow, version } }))}
      />
    </AdminScreen>
  );
}
