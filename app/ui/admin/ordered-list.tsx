import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '../icon-button.tsx';
import { useSend } from '../use-send.ts';
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from './icons.tsx';
import * as styles from './ordered-list.module.css';
import { sayFailure } from './toasts.tsx';
import { useUnsavedGuard } from './unsaved-guard.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useOrder } from './use-order.ts';

interface OrderedRow {
  key: string;
  name: string;
}

interface OrderedListProps<Row extends OrderedRow> {
  rows: Row[];
  /** Left out, like `onRemove`, for people who may only read. */
  onEdit?: (key: string) => void;
  onRemove?: (row: Row) => void;
  children: (row: Row) => ReactNode;
}

/** Records whose order is changed by dragging them or with their buttons. */
export function OrderedList<Row extends OrderedRow>({ rows, onEdit, onRemove, children }: OrderedListProps<Row>) {
  const { list, onFocus } = useKeptFocus<HTMLOListElement>(rows, 'li');
  const [message, setMessage] = useState('');
  const { shown, move, drag, isDragged, isSending, onPointerDown } = useMoves(rows, list);
  const guard = useUnsavedGuard(isSending);
  const press = (row: Row, at: number, by: 1 | -1) => {
    flushSync(() => move(row.key, at + by));
    // The row stays in sight, so that its button can be pressed again.
    const moved = list.current?.querySelector(`[data-id="${CSS.escape(row.key)}"]`);
    moved?.scrollIntoView({ block: 'nearest' });
    setMessage(`${row.name} is now ${at + by + 1} of ${shown.length}`);
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {message}
      </p>
      {guard.element}
      <ol
        ref={list}
        className={styles.list}
        role="list"
        hidden={shown.length === 0}
        data-dragging={drag || undefined}
        onFocus={onFocus}
      >
        {shown.map((row, at) => (
          <li
            key={row.key}
            className={styles.row}
            data-id={row.key}
            data-dragged={isDragged(row.key) || undefined}
            aria-label={row.name}
          >
            {onEdit && (
              <span className={styles.grip} onPointerDown={onPointerDown(row.key)} title="Drag to another place">
                <GripVertical size={20} />
              </span>
            )}
            {children(row)}
            {onEdit && onRemove && (
              <span className={styles.buttons}>
                <IconButton label="Move up" isOff={at === 0} onClick={() => press(row, at, -1)}>
                  <ArrowUp size={18} />
                </IconButton>
                <IconButton label="Move down" isOff={at === shown.length - 1} onClick={() => press(row, at, 1)}>
                  <ArrowDown size={18} />
                </IconButton>
                <IconButton label={`Edit ${row.name}`} onClick={() => onEdit(row.key)}>
                  <Pencil size={18} />
                </IconButton>
                <IconButton label={`Remove ${row.name}`} onClick={() => onRemove(row)}>
                  <Trash2 size={18} />
                </IconButton>
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

interface Move {
  key: string;
  to: number;
}

/** Rows move at once. Moves are sent one after the other, and a drag only when it ends. */
function useMoves<Row extends OrderedRow>(rows: Row[], list: React.RefObject<HTMLOListElement | null>) {
  const [order, setOrder] = useState<string[]>();
  const waiting = useRef<Move[]>([]);
  const [isSending, setSending] = useState(false);
  const sending = useSend((answer) => {
    if (answer.ok && waiting.current.length > 0) return flush();
    setSending(false);
    if (answer.ok) return;
    waiting.current = [];
    setOrder(undefined);
    sayFailure(answer.error);
  });
  const shown = order ? rows.toSorted((one, other) => placeIn(order, one) - placeIn(order, other)) : rows;

  function flush(): void {
    const [next] = waiting.current;
    if (next && sending.send({ verb: 'move', ...next })) waiting.current.shift();
  }

  const put = (key: string, to: number) => {
    const keys = shown.map((row) => row.key);
    setOrder(keys.toSpliced(keys.indexOf(key), 1).toSpliced(to, 0, key));
  };
  const send = (move: Move) => {
    const last = waiting.current.at(-1);
    if (last?.key === move.key) last.to = move.to;
    else waiting.current.push(move);
    setSending(true);
    flush();
  };
  const drag = useOrder(list, put);
  const { dragged } = drag;
  const dragStart = useRef<Move>(undefined);
  const onDragEnd = useEffectEvent(({ key, to: from }: Move) => {
    const to = shown.findIndex((row) => row.key === key);
    if (to !== -1 && to !== from) send({ key, to });
  });
  useEffect(() => {
    if (dragged !== undefined || !dragStart.current) return;
    onDragEnd(dragStart.current);
    dragStart.current = undefined;
  }, [dragged]);
  // Once all moves are saved and the list has been loaded again, the server's order is shown.
  const isStill = dragged === undefined && !isSending && sending.isIdle;
  const [loaded, setLoaded] = useState(rows);
  if (rows !== loaded) {
    setLoaded(rows);
    if (isStill) setOrder(undefined);
  }
  return {
    shown,
    drag: dragged !== undefined,
    isSending,
    isDragged: (key: string) => key === dragged,
    move: (key: string, to: number) => {
      put(key, to);
      send({ key, to });
    },
    onPointerDown: (key: string) => (event: React.PointerEvent<HTMLElement>) => {
      dragStart.current = { key, to: shown.findIndex((row) => row.key === key) };
      drag.onPointerDown({ id: key })(event);
    },
  };
}

/** Records that others added meanwhile come last. */
function placeIn(order: string[], { key }: OrderedRow): number {
  const place = order.indexOf(key);
  return place === -1 ? order.length : place;
}
