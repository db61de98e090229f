import { useState } from 'react';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { removeRecords } from '../../../domain/record-changes/remove.ts';
import { moveRecord } from '../../../domain/record-changes/order.ts';
import { addRecord, updateRecord } from '../../../domain/record-changes/save.ts';
import { viewSponsorTable, type SponsorTableRow } from '../../../domain/sponsors/list.ts';
import { sponsors, type Sponsor } from '../../../domain/sponsors/sponsor.ts';
import { addCommand, moveCommand, removeCommand, updateCommand, toAction, toLoader } from '../../../http/actions.ts';
import { clubDay, formatClubDay } from '../../../time/club-day.ts';
import type { ClubClock } from '../../../time/club-time.ts';
import { ConfirmRemoval } from '../../../ui/admin/confirm-removal.tsx';
import { useDialogAddress, useOpenRecord } from '../../../ui/admin/dialog-address.ts';
import { useCan } from '../../../ui/admin/role.ts';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { TableToolbar } from '../../../ui/admin/table-toolbar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import type { Route } from './+types/sponsors';
import { SponsorLogo } from '../../sponsors/sponsor-logo.tsx';
import { OrderedList } from '../../../ui/admin/ordered-list.tsx';
import { formOf } from '../../../domain/records/dialog.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import * as styles from './sponsors.module.css';

export const handle = { topics: ['sponsor'] } satisfies LiveHandle;

export const meta = screenHead({ title: 'Sponsors', description: 'Who supports the club.', path: '/admin/sponsors' });

export const middleware = [needs('see content', 'change content')];

export const loader = toLoader(async ({ site: { db, clock } }) => {
  const rows = await viewSponsorTable(db, clubDay(clock.timeZone));
  return { rows: rows.map((row) => ({ ...row, term: termOf(row, clock) })) };
});

/** 'until Aug 31, 2027' */
function termOf({ from, until, state }: SponsorTableRow, clock: ClubClock): string {
  if (state === 'to come') return `from ${formatClubDay(from, clock)}`;
  if (state === 'over') return `ended ${formatClubDay(until, clock)}`;
  return until === '' ? '' : `until ${formatClubDay(until, clock)}`;
}

const command = z.discriminatedUnion('verb', [addCommand, updateCommand, removeCommand, moveCommand]);

export const action = toAction<object, object | void>(async ({ site: { db }, actor, read }) => {
  const sent = await read(command);
  if (sent.verb === 'add') return addRecord(db, actor, sponsors, sent.input, sent);
  if (sent.verb === 'update') return updateRecord(db, actor, sponsors, sent);
  if (sent.verb === 'move') return moveRecord(db, actor, sponsors, sent);
  return removeRecords(db, actor, sponsors, sent.keys);
});

export default function Sponsors({ loaderData: { rows } }: Route.ComponentProps) {
  const { dialog, add, edit, close } = useDialogAddress();
  const opened = useOpenRecord(rows, dialog);
  const [removing, setRemoving] = useState<(typeof rows)[number]>();
  const mayChange = useCan('change content');
  const isSeen = rows.some(({ state }) => state === 'now');
  return (
    <AdminScreen title="Sponsors">
      <p>
        {isSeen ? (
          <>
            Visitors see them at <SmartLink to="/sponsors">/sponsors</SmartLink>, by tier, and on the home page.
          </>
        ) : (
          'Visitors see nothing of sponsors until there is one.'
        )}
      </p>
      {mayChange && (
        <TableToolbar>
          <Button onClick={add}>Add a sponsor</Button>
        </TableToolbar>
      )}
      {rows.length === 0 && <Empty>There are no sponsors yet.{mayChange && ' Add the first one above.'}</Empty>}
      <OrderedList rows={rows} {...(mayChange && { onEdit: edit, onRemove: setRemoving })}>
        {(row) => (
          <>
            <SponsorLogo sponsor={{ ...row, url: '', logo: row.picture }} />
            <About row={row} />
          </>
        )}
      </OrderedList>
      {mayChange && dialog?.kind === 'add' && <SponsorDialog sponsor={undefined} onClose={close} />}
      {mayChange && opened && <SponsorDialog key={opened.key} sponsor={opened} onClose={close} />}
      {mayChange && removing && (
        <ConfirmRemoval
          title="Remove sponsor"
          question="Are you sure you want to remove this sponsor?"
          payload={{ verb: 'remove', keys: [removing.key] }}
          onClose={() => setRemoving(undefined)}
          names={[removing.name]}
        />
      )}
    </AdminScreen>
  );
}

interface SponsorRow extends SponsorTableRow {
  /** 'until Aug 31, 2027' */
  term: string;
}

function About({ row: { name, tier, state, term } }: { row: SponsorRow }) {
  const facts = [tier, state === 'now' ? '' : 'Not shown', term].filter(Boolean);
  return (
    <div className={styles.about}>
      <bdi className={styles.name}>{name || 'Without a name'}</bdi>
      {facts.length > 0 && <span className={styles.facts}>{facts.join(', ')}</span>}
    </div>
  );
}

/** Browsers without a date field show a text field. */
const DAY = { type: 'date', placeholder: 'YYYY-MM-DD', max: '2999-12-31' } as const;

function SponsorDialog({ sponsor, onClose }: { sponsor: Sponsor | undefined; onClose: () => void }) {
  const form = useKeyedForm({ ...formOf(sponsors), record: sponsor, nameOf: ({ name }) => name, onClose });
  return (
    <RecordDialog
      title={sponsor ? 'Edit sponsor' : 'Add a sponsor'}
      submitLabel={sponsor ? 'Save' : 'Add'}
      form={form}
      onClose={onClose}
      long
    >
      <BoundTextField field={form.bind('name')} required />
      <UploadField field={form.bind('logo')} mode="single" accept="logo" />
      <BoundTextField
        field={form.bind('alt')}
        hint="What it shows, for people who cannot see it: mostly the name."
        required
      />
      <BoundTextField field={form.bind('url')} hint="Begins with https://" type="url" />
      <BoundTextField field={form.bind('tier')} hint="Such as Gold. Sponsors of one tier stand together." />
      <div className={styles.term}>
        <BoundTextField field={form.bind('from')} {...DAY} />
        <BoundTextField field={form.bind('until')} hint="The last day it is shown." {...DAY} />
      </div>
    </RecordDialog>
  );
}
