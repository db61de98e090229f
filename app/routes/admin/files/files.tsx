import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { updateRecord } from '../../../domain/record-changes/save.ts';
import { findSlideshow, slideshow, SLIDESHOW_KEY, type SlideshowRecord } from '../../../domain/slideshow.ts';
import { toAction, toLoader } from '../../../http/actions.ts';
import { useCan } from '../../../ui/admin/role.ts';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { SaveForm } from '../../../ui/admin/save-form.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Empty } from '../../../ui/empty.tsx';
import type { Route } from './+types/files';
import * as styles from './files.module.css';

export const meta = screenHead({
  title: 'Files Management',
  description: 'The homepage slideshow.',
  path: '/admin/files',
});

export const handle = { topics: ['files'] } satisfies LiveHandle;

export const middleware = [needs('see content', 'change content')];

export const loader = toLoader(async ({ site: { db } }) => ({ slideshow: await findSlideshow(db) }));

const command = z.strictObject({ verb: z.literal('replace'), version: z.int().min(0), input: z.unknown() });

export const action = toAction(async ({ site, actor, read }) =>
  updateRecord(site.db, actor, slideshow, { ...(await read(command)), key: SLIDESHOW_KEY }),
);

export default function Files({ loaderData }: Route.ComponentProps) {
  const mayChange = useCan('change content');
  return (
    <AdminScreen title="Files Management">
      {mayChange ? <SlideshowForm {...loaderData} /> : <SlideshowList {...loaderData.slideshow} />}
    </AdminScreen>
  );
}

function SlideshowList({ files }: SlideshowRecord) {
  return (
    <>
      {files.length === 0 && <Empty>No pictures have been added to the homepage slideshow.</Empty>}
      <ol>
        {files.map(({ name, url }) => (
          <li key={url}>
            <a href={url}>{name}</a>
          </li>
        ))}
      </ol>
    </>
  );
}

const LABELS = { files: 'Upload images for homepage slideshow' };

function SlideshowForm({ slideshow: { files, version: stored } }: { slideshow: SlideshowRecord }) {
  const form = useRecordForm<Pick<SlideshowRecord, 'files'>, SlideshowRecord, typeof action>({
    labels: LABELS,
    initial: { files },
    version: stored,
    follows: true,
    schema: slideshow.schema,
    payload: (input, version) => ({ verb: 'replace', version, input }),
    fromRecord: (current) => ({ values: { files: current.files }, version: current.version }),
    onSaved: () => {
      say('The slideshow was saved');
      form.uploads.restart();
    },
  });
  return (
    <SaveForm
      form={form}
      className={styles.form}
      offline="What you chose stays here: save it once you are back online."
    >
      <p className={styles.note}>The site’s own picture comes first, then these in this order.</p>
      <UploadField field={form.bind('files')} mode="multi" accept="image" sortable />
    </SaveForm>
  );
}
