import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { food, type FoodItem } from '../../../domain/food.ts';
import { useCan } from '../../../ui/admin/role.ts';
import { sayFailure } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/use-send.ts';
import * as styles from './food.module.css';
import { formatPrice, parsePrice, typedPrice, type Money } from '../../../domain/money.ts';

export function PriceCell({ item, money }: { item: FoodItem; money: Money }) {
  return useCan('change content') ? <PricePressed item={item} money={money} /> : formatPrice(item.price, money);
}

function PricePressed({ item, money }: { item: FoodItem; money: Money }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const comesBack = useRef(false);
  // If there is no next price, the focus returns to this one.
  useEffect(() => {
    if (isOpen || !comesBack.current) return;
    comesBack.current = false;
    button.current?.focus({ preventScroll: true });
  }, [isOpen]);
  if (isOpen) {
    const comeBack = () => {
      comesBack.current = true;
    };
    return <PriceEditor item={item} money={money} onClose={() => setOpen(false)} comeBack={comeBack} />;
  }
  return (
    <button
      ref={button}
      type="button"
      className={styles.price}
      data-price={item.key}
      title={`Change the price of ${item.name}`}
      onClick={() => setOpen(true)}
    >
      {formatPrice(item.price, money)}
    </button>
  );
}

interface PriceEditorProps {
  item: FoodItem;
  money: Money;
  onClose: () => void;
  comeBack: () => void;
}

function PriceEditor({ item, money, onClose, comeBack }: PriceEditorProps) {
  const { key, name, section, version } = item;
  const id = useId();
  const [text, setText] = useState(typedPrice(item.price, money));
  const [isSent, setSent] = useState(false);
  const { data: price, error } = food.fields.price.input.safeParse(parsePrice(text, money.currency));
  const message = error?.issues[0]?.message;
  const sending = useSend((answer) => {
    if (answer.ok) return onClose();
    setSent(false);
    sayFailure(`The price of ‘${name}’ was not saved. ${answer.error}`);
  });
  const save = () => {
    if (price === undefined) return;
    if (price === item.price) return onClose();
    setSent(true);
    sending.send({ verb: 'update', key, version, input: { name, section, price } });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      comeBack();
      return onClose();
    }
    if (event.key !== 'Enter' || price === undefined) return;
    const next = nextPrice(event.currentTarget);
    if (!next) comeBack();
    save();
    next?.focus();
    next?.click();
  };
  if (isSent && price !== undefined) return <span className={styles.saving}>{formatPrice(price, money)}</span>;
  return (
    <>
      <input
        className={styles.input}
        data-price={key}
        aria-label={`Price of ${name}`}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message && id}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        ref={selectAtOnce}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
      {message && (
        <span id={id} className={styles.message}>
          {message}
        </span>
      )}
    </>
  );
}

function selectAtOnce(input: HTMLInputElement | null): void {
  input?.select();
}

function nextPrice(input: HTMLInputElement): HTMLElement | undefined {
  const all = [...(input.closest('table')?.querySelectorAll<HTMLElement>('[data-price]') ?? [])];
  return all[all.indexOf(input) + 1];
}
