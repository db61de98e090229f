import { FOOD_SECTIONS, food, type FoodItem } from '../../../domain/food.ts';
import { SelectField, TextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import { parsePrice, typedPrice, type Money } from './price.ts';

interface FoodValues {
  name: string;
  section: string;
  /** As it is typed. */
  price: string;
}

const LABELS = { name: 'Name', section: 'Section', price: 'Price' };

const NEW: FoodValues = { name: '', section: FOOD_SECTIONS[0], price: '0' };

interface FoodDialogProps {
  item: FoodItem | undefined;
  money: Money;
  onClose: () => void;
}

/** Adds an item to the menu, or edits the one that is given. */
export function FoodDialog({ item, money, onClose }: FoodDialogProps) {
  const form = useKeyedForm({
    record: item,
    fresh: NEW,
    valuesOf: ({ name, section, price }: FoodItem) => ({ name, section, price: typedPrice(price, money) }),
    nameOf: ({ name }) => name,
    schema: food.schema,
    toInput: (values) => ({ ...values, price: parsePrice(values.price) }),
    onClose,
  });
  return (
    <RecordDialog
      title={item ? 'Edit food item' : 'Add a new food item'}
      submitLabel={item ? 'Update food item' : 'Add food item'}
      {...{ form, labels: LABELS, onClose }}
    >
      <TextField field={form.bind('name')} label={LABELS.name} required autoComplete="off" />
      <SelectField field={form.bind('section')} label={LABELS.section} options={FOOD_SECTIONS} />
      <TextField
        field={form.bind('price')}
        label={LABELS.price}
        hint={`In ${money.currency}, with cents if there are any.`}
        inputMode="decimal"
        pattern="[0-9]*"
        autoComplete="off"
      />
    </RecordDialog>
  );
}
