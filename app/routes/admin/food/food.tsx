import { useMemo } from 'react';
import { food, listFood, type FoodItem } from '../../../domain/food.ts';
import { removeRecords } from '../../../domain/records/remove.ts';
import { addRecord, updateRecord } from '../../../domain/records/save.ts';
import { toActionResult } from '../../../http/action-result.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { readCommand, recordCommand } from '../../../http/read-command.ts';
import { DataTable } from '../../../ui/admin/data-table.tsx';
import { useDialogAddress } from '../../../ui/admin/dialog-address.ts';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import { SelectionToolbar } from '../../../ui/admin/selection-toolbar.tsx';
import { useOpenRecord } from '../../../ui/admin/use-open-record.ts';
import { useSelection } from '../../../ui/admin/use-selection.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import { WhereSeen } from '../where-seen.tsx';
import type { Route } from './+types/food';
import { FoodDialog } from './food-dialog.tsx';
import { PriceCell } from './price-cell.tsx';
import type { Money } from './price.ts';

export const handle = { topics: ['food'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Food Services Management', description: 'The food menu.', path: '/admin/food' });

export async function loader({ context }: Route.LoaderArgs) {
  const { db, club } = context.get(siteContext);
  const { locale, currency } = club.club;
  return { food: await listFood(db), money: { locale, currency }, isOpen: club.pages.services };
}

export function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toActionResult<{ key?: string; version?: number }>(async () => {
    const command = await readCommand(request, recordCommand);
    if (command.verb === 'add') return addRecord(db, actor, food, command.input);
    if (command.verb === 'update') return updateRecord(db, actor, food, command);
    return removeRecords(db, actor, food, command.keys);
  });
}

/** 'Food Services Management' (product.md 2, Food). */
export default function Food({ loaderData: { food, money, isOpen } }: Route.ComponentProps) {
  const selection = useSelection(food, nameOf);
  const { dialog, add, edit, close } = useDialogAddress();
  const opened = useOpenRecord(food, dialog);
  const { locale, currency } = money;
  const columns = useMemo(() => columnsIn({ locale, currency }), [locale, currency]);
  return (
    <AdminScreen title="Food Services Management">
      <WhereSeen what="the menu" path="/services" isOpen={isOpen} />
      <SelectionToolbar
        addLabel="Add new food item"
        onAdd={add}
        removeLabel="Remove selected food items"
        removeTitle="Remove food items"
        noun="food item"
        selection={selection}
      />
      <DataTable
        caption="Food items"
        captionHidden
        rows={food}
        empty="There are no food items yet. Add the first one above."
        {...{ columns, nameOf, selection, onEdit: edit }}
      />
      {dialog?.kind === 'add' && <FoodDialog item={undefined} money={money} onClose={close} />}
      {opened && <FoodDialog key={opened.key} item={opened} money={money} onClose={close} />}
    </AdminScreen>
  );
}

function columnsIn(money: Money) {
  return [
    { header: 'Title', cell: nameOf },
    { header: 'Section', cell: ({ section }: FoodItem) => section },
    { header: 'Price', cell: (item: FoodItem) => <PriceCell item={item} money={money} />, end: true },
  ];
}

function nameOf({ name }: FoodItem): string {
  return name;
}
