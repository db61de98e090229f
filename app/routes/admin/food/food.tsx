import { needs } from '../../../auth/middleware.server.ts';
import { food, FOOD_SECTIONS, listFood, type FoodItem } from '../../../domain/food.ts';
import { recordAction, toLoader } from '../../../http/actions.ts';
import { SelectField, BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { screenHead } from '../../../ui/admin/screen.tsx';
import { RecordTables } from '../../../ui/admin/record-tables.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { WhereSeen } from '../where-seen.tsx';
import type { Route } from './+types/food';
import { PriceCell } from './price-cell.tsx';
import { parsePrice, typedPrice, type Money } from '../../../domain/money.ts';

export const handle = { topics: ['food'] } satisfies LiveHandle;

export const meta = screenHead({
  title: 'Food Services Management',
  description: 'The food menu.',
  path: '/admin/food',
});

export const middleware = [needs('see content', 'change content')];

export const loader = toLoader(async ({ site: { db, club } }) => {
  const { locale, currency } = club.club;
  return { items: await listFood(db), money: { locale, currency }, isOpen: club.pages.services };
});

export const action = recordAction(food);

export default function Food({ loaderData: { items, money, isOpen } }: Route.ComponentProps) {
  return (
    <RecordTables
      title="Food Services Management"
      addLabel="Add new food item"
      removeLabel="Remove selected food items"
      removeTitle="Remove food items"
      noun="food item"
      rows={items}
      tables={[
        {
          caption: 'Food items',
          captionHidden: true,
          rows: items,
          empty: 'There are no food items yet.',
          howToBegin: 'Add the first one above.',
        },
      ]}
      columns={columnsIn(money)}
      nameOf={nameOf}
      dialog={(item, onClose) => <FoodDialog item={item} money={money} onClose={onClose} />}
    >
      <WhereSeen what="the menu" path="/services" isOpen={isOpen} />
    </RecordTables>
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

interface FoodValues {
  name: string;
  section: string;
  price: string;
}

const LABELS = { name: 'Name', section: 'Section', price: 'Price' };

const NEW: FoodValues = { name: '', section: FOOD_SECTIONS[0], price: '0' };

interface FoodDialogProps {
  item: FoodItem | undefined;
  money: Money;
  onClose: () => void;
}

function FoodDialog({ item, money, onClose }: FoodDialogProps) {
  const form = useKeyedForm({
    labels: LABELS,
    record: item,
    initial: NEW,
    valuesOf: ({ name, section, price }: FoodItem) => ({ name, section, price: typedPrice(price, money) }),
    nameOf: ({ name }) => name,
    schema: food.schema,
    toInput: (values) => ({ ...values, price: parsePrice(values.price, money.currency) }),
    onClose,
  });
  return (
    <RecordDialog
      title={item ? 'Edit food item' : 'Add a new food item'}
      submitLabel={item ? 'Update food item' : 'Add food item'}
      form={form}
      onClose={onClose}
    >
      <BoundTextField field={form.bind('name')} required />
      <SelectField field={form.bind('section')} options={FOOD_SECTIONS} />
      <BoundTextField
        field={form.bind('price')}
        hint={`In ${money.currency}, with cents if there are any.`}
        inputMode="decimal"
        pattern="[0-9]*"
      />
    </RecordDialog>
  );
}
