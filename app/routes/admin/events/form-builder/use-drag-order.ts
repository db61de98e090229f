import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

/**
 * Lets the children of a list be dragged to another place with mouse, pen or finger, by a handle that calls `grab`. The
 * order follows while dragging. `place` is where the dragged one stands now.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [place, setPlace] = useState<number>();
  const isDragging = place !== undefined;

  const follow = useEffectEvent((event: PointerEvent) => {
    const items = [...(list.current?.children ?? [])];
    if (place === undefined) return;
    const to = targetOf(items, place, event.clientY);
    if (to === place) return;
    onMove(place, to);
    setPlace(to);
  });
  const release = useEffectEvent(() => setPlace(undefined));

  useEffect(() => {
    if (!isDragging) return;
    // On the window: the handle itself moves in the document while it is dragged, and loses its pointer by that.
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('pointermove', (event) => follow(event), { signal });
    addEventListener('pointerup', () => release(), { signal });
    addEventListener('pointercancel', () => release(), { signal });
    return () => ended.abort();
  }, [isDragging]);

  return {
    place,
    grab: (event: ReactPointerEvent, from: number) => {
      if (event.button !== 0) return;
      event.preventDefault();
      setPlace(from);
    },
  };
}

/** A neighbour gives way once the pointer is past its middle. */
function targetOf(items: Element[], place: number, y: number): number {
  const middle = (item: Element | undefined) => {
    const box = item?.getBoundingClientRect();
    return box && box.top + box.height / 2;
  };
  const above = middle(items[place - 1]);
  const below = middle(items[place + 1]);
  if (above !== undefined && y < above) return place - 1;
  if (below !== undefined && y > below) return place + 1;
  return place;
}
