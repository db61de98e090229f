import { useEffect, useEffectEvent, useState, type PointerEvent, type RefObject } from 'react';

/** Makes rows draggable (each needs a data-id); calls `move` whenever the pointer passes another row. */
export function useOrder(list: RefObject<HTMLElement | null>, move: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string>();
  const moveTo = useEffectEvent(move);
  useEffect(() => {
    if (dragged === undefined) return undefined;
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
      const from = rows.findIndex((row) => row.dataset['id'] === dragged);
      const to = placeAt(rows, from, clientY);
      if (from !== -1 && to !== from) moveTo(dragged, to);
    };
    const end = () => setDragged(undefined);
    addEventListener('pointermove', follow);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [dragged, list]);
  return {
    dragged,
    onPointerDown:
      ({ id }: { id: string }) =>
      (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        // This keeps the drag from selecting text.
        event.preventDefault();
        setDragged(id);
      },
  };
}

function placeAt(rows: HTMLElement[], from: number, y: number): number {
  const middles = rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
  let to = from;
  while (to > 0 && y < (middles[to - 1] ?? -Infinity)) to -= 1;
  while (to < rows.length - 1 && y > (middles[to + 1] ?? Infinity)) to += 1;
  return to;
}
