import { useState, useEffect, type FormEvent } from 'react';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { updateRecord } from '../../../domain/record-changes/save.ts';
import { findSlideshow, slideshow, SLIDESHOW_KEY, type SlideshowRecord } from '../../../domain/slideshow.ts';
import { toAction, type ActionInput } from '../../../http/actions.ts';
import { siteContext } from '../../../http/context.server.ts';
import { useCan } from '../../../ui/admin/role.ts';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import type { StoredFile } from '../../../domain/files/stored-file.ts';
import { ConflictPanel, LeftOutPanel, Notices } from '../../../ui/admin/notices.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useUnsavedGuard } from '../../../ui/admin/unsaved-guard.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { UploadStateContext } from '../../../ui/admin/upload-context.ts';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Route } from './+types/files';
import * as saveBar from '../../../ui/admin/save-bar.module.css';
import * as styles from './files.module.css';

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Files Management', description: 'The homepage slideshow.', path: '/admin/files' });

export const handle = { topics: ['files'] } satisfies LiveHandle;

export const middleware = [needs('see content', 'change content')];

export async function loader({ context }: Route.LoaderArgs) {
  return { slideshow: await findSlideshow(context.get(siteContext).db) };
}

const command = z.strictObject({ verb: z.literal('replace'), version: z.int().min(0), input: z.unknown() });

export const action = toAction(async ({ site, actor, read }: ActionInput<Route.ActionArgs>) =>
  updateRecord(site.db, actor, slideshow, { ...(await read(command)), key: SLIDESHOW_KEY }),
);

export default function Files({ loaderData: { slideshow } }: Route.ComponentProps) {
  const mayChange = useCan('change content');
  const [shown, setShown] = useState({ slideshow, round: 0, loaded: slideshow });
  const [isDirty, setDirty] = useState(false);
  if (slideshow !== shown.loaded) {
    // What others save is shown at once, unless something here would be lost by it: then saving asks.
    const isNews = slideshow.version !== shown.slideshow.version && !isDirty;
    setShown(isNews ? { slideshow, round: shown.round + 1, loaded: slideshow } : { ...shown, loaded: slideshow });
  }
  if (!mayChange) return <SlideshowList files={slideshow.files} />;
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

function SlideshowList({ files }: { files: StoredFile[] }) {
  return (
    <AdminScreen title="Files Management">
      {files.length === 0 && <Empty>No pictures have been added to the homepage slideshow.</Empty>}
      <ol>
        {files.map(({ name, url }) => (
          <li key={url}>
            <a href={url}>{name}</a>
          </li>
        ))}
      </ol>
    </AdminScreen>
  );
}

interface SlideshowValues {
  files: StoredFile[];
}

const LABELS = { files: 'Upload images for homepage slideshow' };

interface SlideshowFormProps {
  opened: SlideshowRecord;
  onDirty: (isDirty: boolean) => void;
  onSaved: (version: number) => void;
}

function SlideshowForm({ opened, onDirty, onSaved }: SlideshowFormProps) {
  const form = useRecordForm<SlideshowValues, SlideshowRecord, typeof action>({
    labels: LABELS,
    initial: { files: opened.files },
    version: opened.version,
    schema: slideshow.schema,
    payload: (input, version) => ({ verb: 'replace', version, input }),
    fromRecord: ({ files, version }) => ({ values: { files }, version }),
    onSaved: ({ version }) => {
      say('The slideshow was saved');
      form.uploads.restart();
      onSaved(version);
    },
  });
  const guard = useUnsavedGuard(form.isDirty);
  useEffect(() => onDirty(form.isDirty), [onDirty, form.isDirty]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.note}>The site’s own picture comes first, then these in this order.</p>
      <UploadStateContext value={form.uploads}>
        <UploadField field={form.bind('files')} mode="multi" accept="image" sortable />
      </UploadStateContext>
      <div className={saveBar.bar}>
        <Notices problem={form.problem} offline="What you chose stays here: save it once you are back online.">
          {form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}
          <LeftOutPanel form={form} />
        </Notices>
        {!form.conflict && (
          <Button type="submit" aria-disabled={form.saving || form.uploads.busy || undefined}>
            {form.saving ? 'Saving…' : 'Save'}
          </Button>
        )}
        <p role="status">
          {form.uploads.busy ? 'You can save once the uploads are done.' : form.isDirty && 'There are unsaved changes.'}
        </p>
      </div>
      {guard.element}
    </form>
  );
}
