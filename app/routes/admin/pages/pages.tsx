import { needs } from '../../../auth/middleware.server.ts';
import { pages, PLACE_NAMES, placeOf } from '../../../domain/pages/page.ts';
import { viewPages, type PageTableRow } from '../../../domain/pages/read-pages.ts';
import { recordAction, toLoader } from '../../../http/actions.ts';
import { screenHead } from '../../../ui/admin/screen.tsx';
import { RecordTables } from '../../../ui/admin/record-tables.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import type { Route } from './+types/pages';
import { PageDialog } from './page-dialog.tsx';
import * as styles from './pages.module.css';

export const handle = { topics: ['page', 'draft'] } satisfies LiveHandle;

export const meta = screenHead({ title: 'Pages', description: 'The club’s own pages.', path: '/admin/pages' });

export const middleware = [needs('see content', 'change content')];

export const loader = toLoader(async ({ site: { db, clock }, actor }) => {
  return { shown: await viewPages(db, actor, clock), timeZone: clock.timeZone };
});

export const action = recordAction(pages);

export default function Pages({ loaderData: { shown, timeZone } }: Route.ComponentProps) {
  const { publicUrl } = useSiteFacts();
  return (
    <RecordTables
      title="Pages"
      addLabel="Add a page"
      removeLabel="Remove selected pages"
      removeTitle="Remove pages"
      noun="page"
      rows={shown}
      tables={[
        {
          caption: 'Pages',
          captionHidden: true,
          rows: shown,
          empty: 'There are no pages yet.',
          howToBegin: 'Add the first one above.',
        },
      ]}
      columns={columnsFor(publicUrl)}
      nameOf={nameOf}
      dialog={(page, onClose) => <PageDialog page={page} timeZone={timeZone} onClose={onClose} />}
    />
  );
}

function nameOf({ title }: PageTableRow): string {
  return title || 'Untitled';
}

function columnsFor(publicUrl: string) {
  return [
    {
      header: 'Title',
      cell: (page: PageTableRow) => (
        <>
          <bdi>{nameOf(page)}</bdi>
          {page.visibility && <span className={styles.visibility}>{page.visibility}</span>}
        </>
      ),
    },
    { header: 'Address', cell: (page: PageTableRow) => <Address page={page} publicUrl={publicUrl} /> },
    {
      header: 'Where',
      cell: ({ where }: PageTableRow) => <span className={styles.where}>{PLACE_NAMES[placeOf(where)]}</span>,
    },
  ];
}

function Address({ page, publicUrl }: { page: PageTableRow; publicUrl: string }) {
  const { slug, visibility, previewToken } = page;
  if (!slug) return '–';
  const path = `/${slug}`;
  const preview = previewToken === null ? undefined : `${path}?preview=${previewToken}`;
  return (
    <span className={styles.address}>
      {visibility && !preview ? path : <SmartLink to={preview ?? path}>{path}</SmartLink>}
      {preview && (
        <CopyButton
          text={() => publicUrl + preview}
          label={
            <>
              Copy preview link<span className="visually-hidden"> of {nameOf(page)}</span>
            </>
          }
        />
      )}
    </span>
  );
}
