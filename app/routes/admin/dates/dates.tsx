import { useId, useState } from 'react';
import { needs } from '../../../auth/middleware.server.ts';
import { VERSION } from '../../../config/version.ts';
import { listDates, viewLastBackup } from '../../../domain/dates/list-dates.ts';
import { chooseOwners } from '../../../domain/dates/owners.ts';
import { ownersInput } from '../../../domain/dates/owners-input.ts';
import { isEveryAdmins, namesOfResponsible, type OwnedThing } from '../../../domain/dates/thing.ts';
import { ITEM_LABELS } from '../../../domain/handover/item-input.ts';
import { listItems, type HandoverItem } from '../../../domain/handover/items.ts';
import { listPeople } from '../../../domain/users/people.ts';
import { toAction, toLoader, updateCommand } from '../../../http/actions.ts';
import { useDialogAddress, useOpenRecord } from '../../../ui/admin/dialog-address.ts';
import { Pencil, Trash2 } from '../../../ui/admin/icons.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { readSiteStatus } from '../../../watch/read-site-status.ts';
import { ItemDialog, OwnerFields, RemoveItem, type KnownPerson } from '../handover/item-dialog.tsx';
import { Owners } from '../handover/owners.tsx';
import type { Route } from './+types/dates';
import { DrillDialog } from './drill-dialog.tsx';
import * as styles from './dates.module.css';

const TITLE = 'What runs out';

export const handle = { topics: ['handover', 'user', 'exec', 'sponsor'] } satisfies LiveHandle;

export const meta = screenHead({
  title: TITLE,
  description: 'What ends one day, whose it is, and what is wrong now.',
  path: '/admin/dates',
});

export const middleware = [needs('manage the club')];

export const loader = toLoader(async ({ site, actor }) => {
  const { db, club } = site;
  const status = await readSiteStatus(site);
  const [things, items, people, lastBackup] = await Promise.all([
    listDates(db, actor, status),
    listItems(db, actor),
    listPeople(db, actor),
    viewLastBackup(db, actor, status),
  ]);
  const facts = { club: club.club.name, address: status.publicUrl, version: VERSION, lastBackup };
  return { things, items, people: people.map(({ uid, name, email }) => ({ uid, name, email })), facts };
});

export const action = toAction(async ({ site, actor, read }) => {
  const sent = await read(updateCommand);
  return chooseOwners(site.db, actor, sent, await readSiteStatus(site));
});

export default function Dates({ loaderData: { things, items, people, facts } }: Route.ComponentProps) {
  const { dialog, add, edit, close } = useDialogAddress();
  const item = useOpenRecord(items, dialog);
  const found = useOpenRecord(
    things.filter(({ kind }) => kind === 'found'),
    dialog,
  );
  const [removing, setRemoving] = useState<HandoverItem>();
  const [isPractising, setPractising] = useState(false);
  const wrong = things.filter(({ isWrong }) => isWrong);
  const right = things.filter(({ isWrong }) => !isWrong);
  const list = (title: string, some: OwnedThing[]) => (
    <List
      title={title}
      some={some}
      onEdit={edit}
      onRemove={(key) => setRemoving(items.find((one) => one.key === key))}
    />
  );
  return (
    <AdminScreen title={TITLE}>
      <div className={styles.page}>
        <p className={styles.intro}>
          What ends one day, and whose it is. Both owners get a mail 60, 30 and 7 days before an end; what the site
          finds by itself is every Admin’s until somebody is chosen. Accounts, keys and the like are also part of the{' '}
          <SmartLink to="/admin/handover/what-else">handover</SmartLink>.
        </p>
        <div className={styles.actions}>
          <Button onClick={add}>Add an item</Button>
          <Button quiet onClick={() => setPractising(true)}>
            Practise
          </Button>
        </div>
        {list('Wrong now', wrong)}
        {list(
          'Ends one day',
          right.filter(({ endsOn }) => endsOn !== null),
        )}
        {list(
          'Without an end',
          right.filter(({ endsOn }) => endsOn === null),
        )}
      </div>
      {dialog?.kind === 'add' && <ItemDialog people={people} onClose={close} />}
      {item && <ItemDialog key={item.key} item={item} people={people} onClose={close} />}
      {found && <OwnersDialog key={found.key} thing={found} people={people} onClose={close} />}
      {removing && <RemoveItem item={removing} onClose={() => setRemoving(undefined)} />}
      {isPractising && <DrillDialog facts={facts} onClose={() => setPractising(false)} />}
    </AdminScreen>
  );
}

interface ListProps {
  title: string;
  some: OwnedThing[];
  onEdit: (key: string) => void;
  onRemove: (key: string) => void;
}

function List({ title, some, onEdit, onRemove }: ListProps) {
  const id = useId();
  if (some.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul role="list" className={styles.list}>
        {some.map((thing) => (
          <li key={thing.id}>
            <div>
              <h3 dir="auto">{thing.title}</h3>
              <p className={thing.isWrong ? styles.wrong : styles.quiet}>{thing.says}</p>
              {thing.isWrong && (
                <p>
                  {namesOfResponsible(thing)}: {thing.todo}. <Setting name={thing.setting} />
                </p>
              )}
            </div>
            <Whose thing={thing} />
            <div className={styles.buttons}>
              <IconButton label={`Edit ${thing.title}`} onClick={() => onEdit(thing.key)}>
                <Pencil size={18} />
              </IconButton>
              {thing.kind === 'item' && (
                <IconButton label={`Remove ${thing.title}`} onClick={() => onRemove(thing.key)}>
                  <Trash2 size={18} />
                </IconButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The setting to change, or a link to the screen where it is changed. */
function Setting({ name }: { name: string }) {
  if (name === '/admin/dates') return null;
  return name.startsWith('/') ? <SmartLink to={name}>{name}</SmartLink> : <code>{name}</code>;
}

function Whose({ thing }: { thing: OwnedThing }) {
  const { owners, responsible } = thing;
  if (isEveryAdmins(thing) && responsible.length > 1)
    return <p className={`${styles.quiet} ${styles.whose}`}>Every Admin’s</p>;
  return (
    <Owners
      owners={owners}
      className={`${styles.quiet} ${styles.whose}`}
      {...(isEveryAdmins(thing) && { nobody: 'Every Admin’s' })}
    />
  );
}

interface OwnersDialogProps {
  thing: OwnedThing;
  people: KnownPerson[];
  onClose: () => void;
}

function OwnersDialog({ thing, people, onClose }: OwnersDialogProps) {
  const form = useKeyedForm({
    labels: ITEM_LABELS,
    record: thing,
    initial: thing.typed,
    valuesOf: ({ typed }: Pick<OwnedThing, 'key' | 'version' | 'typed'>) => typed,
    nameOf: () => thing.title,
    schema: ownersInput,
    onClose,
  });
  return (
    <RecordDialog title={`Owners of ${thing.title}`} submitLabel="Save" form={form} onClose={onClose}>
      <p>Without an owner it is every Admin’s: all of them get its mails.</p>
      <OwnerFields owner={form.bind('owner')} secondOwner={form.bind('secondOwner')} people={people} />
    </RecordDialog>
  );
}
