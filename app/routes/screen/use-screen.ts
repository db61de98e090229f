import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { inBackground } from '../../ui/in-background.ts';
import { askScreen, keepScreen } from './keep-screen.ts';

/** Everything on the screen moves at these moments of the server's time: pictures, the menu, the countdown. */
export const STEP_MS = 12_000;
/** After so many steps the site is asked for news, in case nothing was heard of them. */
const STEPS_TO_ASK = 10;
const OFFSET = 'clubroom-screen-offset';

export interface ScreenTime {
  /** By the server's clock; null until the page is alive. */
  now: number | null;
  /** Since when the site has not answered; null while it does. */
  awaySince: number | null;
}

/** Follows the time and the site. `data` is what is shown, `pictures` its pictures' addresses. */
export function useScreen(data: unknown, pictures: string[]): ScreenTime {
  const [now, setNow] = useState<number | null>(null);
  const [awaySince, setAwaySince] = useState<number | null>(null);
  const { revalidate } = useRevalidator();
  const state = useRef({ offset: 0, isAsking: false, isOld: false, html: '' });

  const ask = useEffectEvent(async () => {
    const known = state.current;
    if (known.isAsking) return;
    known.isAsking = true;
    try {
      const asked = await askScreen();
      known.offset = asked.offset;
      rememberOffset(asked.offset);
      setAwaySince(null);
      if (asked.html !== known.html && !asked.isNewBuild) await revalidate();
      known.html = asked.html;
      await keepScreen(asked, pictures);
      known.isOld = asked.isNewBuild;
    } catch {
      setAwaySince((before) => before ?? Date.now() + known.offset);
    } finally {
      known.isAsking = false;
    }
  });

  useEffect(() => inBackground(ask()), [data]);

  useEffect(() => {
    const known = state.current;
    known.offset = rememberedOffset();
    let timer: ReturnType<typeof setTimeout>;
    let steps = 0;
    const step = () => {
      // Between two pictures the new build takes over, from what is kept already.
      if (known.isOld) return location.reload();
      const time = Date.now() + known.offset;
      setNow(time);
      timer = setTimeout(step, STEP_MS - (time % STEP_MS));
      steps += 1;
      if (steps % STEPS_TO_ASK === 0) inBackground(ask());
    };
    step();
    return () => clearTimeout(timer);
  }, []);

  return { now, awaySince };
}

/** A display whose clock is wrong may start without a network. */
function rememberOffset(offset: number): void {
  try {
    localStorage.setItem(OFFSET, String(offset));
  } catch {
    // A browser that keeps nothing has its own clock to go by.
  }
}

function rememberedOffset(): number {
  try {
    return Number(localStorage.getItem(OFFSET));
  } catch {
    return 0;
  }
}
