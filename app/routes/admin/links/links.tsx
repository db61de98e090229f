import { needs } from '../../../auth/middleware.server.ts';
import { addLink, updateLink } from '../../../domain/links/change.ts';
import { links } from '../../../domain/links/link.ts';
import { viewLinks, type LinkTableRow } from '../../../domain/links/read-links.ts';
import { removeRecords } from '../../../domain/record-changes/remove.ts';
import { recordCommand, toAction, toLoader } from '../../../http/actions.ts';
import { RecordTables } from '../../../ui/admin/record-tables.tsx';
import { screenHead } from '../../../ui/admin/screen.tsx';
import { readTablePage, TABLE_PAGE, type TablePage } from '../../../ui/admin/table-address.ts';
import { MoreRows, TableSearch } from '../../../ui/admin/table-search.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import type { Route } from './+types/links';
import { LinkDialog } from './link-dialog.tsx';
import * as styles from './links.module.css';
import { VisitsChart } from './visits-chart.tsx';

export const handle = { topics: ['link'] } satisfies LiveHandle;

export const meta = screenHead({ title: 'Links', description: 'The club’s short links.', path: '/admin/links' });

export const middleware = [needs('see content', 'change content')];

export const loader = toLoader(async ({ site: { db, clock }, request }) => {
  const page = readTablePage(request.url);
  return { ...(await viewLinks(db, clock, page)), ...page, timeZone: clock.timeZone };
});

export const action = toAction<object, object | void>(async ({ site: { db, settings }, actor, read }) => {
  const { publicUrl } = settings;
  const command = await read(recordCommand);
  if (command.verb === 'add') return addLink(db, actor, { ...command, publicUrl });
  if (command.verb === 'update') return updateLink(db, actor, { ...command, publicUrl });
  return removeRecords(db, actor, links, command.keys);
});

export default function Links({ loaderData }: Route.ComponentProps) {
  const { rows, total, search, limit, timeZone } = loaderData;
  const { publicUrl } = useSiteFacts();
  return (
    <RecordTables
      title="Links"
      addLabel="Add a link"
      removeLabel="Remove selected links"
      removeTitle="Remove links"
      noun="link"
      rows={rows}
      tables={[
        {
          caption: 'Links',
          captionHidden: true,
          rows,
          empty: search ? `No short link matches ‘${search}’.` : 'There are no short links yet.',
          howToBegin: search ? '' : 'Add the first one above.',
        },
      ]}
      columns={columnsFor(publicUrl)}
      nameOf={nameOf}
      removesEach
      dialog={(link, onClose) => <LinkDialog link={link} timeZone={timeZone} onClose={onClose} />}
      below={<MoreRows shown={rows.length} total={total} noun="links" search={search} limit={limit} />}
      find={<FindLinks shown={rows.length} total={total} search={search} limit={limit} />}
    />
  );
}

interface FindLinksProps extends TablePage {
  shown: number;
  total: number;
}

/** Left out while the page shows all links, because the browser's own search finds them. */
function FindLinks({ shown, total, search, limit }: FindLinksProps) {
  if (shown === total && search === '' && limit === TABLE_PAGE) return null;
  return (
    <>
      <TableSearch id="search-links" label="Search links" placeholder="Address, note" search={search} />
      <p role="status" className="visually-hidden">
        {search && `${total.toLocaleString('en')} found`}
      </p>
    </>
  );
}

function nameOf({ slug }: LinkTableRow): string {
  return `/go/${slug}`;
}

function columnsFor(publicUrl: string) {
  return [
    {
      header: 'Address',
      cell: (link: LinkTableRow) => (
        <div className={styles.address}>
          <span>
            {nameOf(link)}
            {link.term && <span className={styles.term}>{link.term}</span>}
          </span>
          <CopyLink url={publicUrl + nameOf(link)} of={nameOf(link)} />
        </div>
      ),
    },
    {
      header: 'Leads to',
      cell: ({ url }: LinkTableRow) =>
        url ? (
          <SmartLink to={url} className={styles.target ?? ''}>
            {url}
          </SmartLink>
        ) : (
          '–'
        ),
    },
    { header: 'Note', cell: ({ note }: LinkTableRow) => <bdi className={styles.note}>{note}</bdi> },
    {
      header: 'Visits',
      end: true,
      cell: (link: LinkTableRow) => <VisitsChart link={link.key} address={nameOf(link)} visits={link.visits} />,
    },
  ];
}
