import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { applyDeferredFonts } from '../../ui/deferred-fonts.ts';
import { inBackground } from '../../ui/in-background.ts';
import { fetchScreen, cacheScreen } from './cache-screen.ts';
import { readItem, writeItem } from '../../ui/browser-storage.ts';

/** Pictures, the menu and the countdown all change at these moments of the server's time. */
export const STEP_MS = 12_000;
/** The site is asked for news after this many steps, in case a change was missed, or at each step while it does not answer. */
const STEPS_TO_ASK = 10;
const OFFSET = 'clubroom-screen-offset';

interface ScreenTime {
  /** The time by the server's clock; null until the page is alive. */
  now: number | null;
  /** When the site stopped answering; null while it answers. */
  awaySince: number | null;
}

/** Follows the time and the site. `data` is what is shown, `pictures` the addresses of its pictures. */
export function useScreen(data: unknown, pictures: string[]): ScreenTime {
  const [now, setNow] = useState<number | null>(null);
  const [awaySince, setAwaySince] = useState<number | null>(null);
  const { revalidate } = useRevalidator();
  const state = useRef<Known>({
    offset: 0,
    html: '',
    pictures: [],
    isAsking: false,
    isDue: false,
    isOld: false,
    awaySince: null,
  });

  const ask = useEffectEvent(() => {
    state.current.pictures = pictures;
    inBackground(askForNews(state.current, revalidate).then(setAwaySince));
  });

  useEffect(() => ask(), [data]);

  useEffect(() => {
    const known = state.current;
    known.offset = rememberedOffset();
    let timer: ReturnType<typeof setTimeout>;
    let steps = 0;
    const step = () => {
      // The new build, which is already cached, takes over between two pictures.
      if (known.isOld) return location.reload();
      const time = Date.now() + known.offset;
      setNow(time);
      // The page is changing now anyway, so another font disturbs nobody.
      applyDeferredFonts();
      timer = setTimeout(step, STEP_MS - (time % STEP_MS));
      steps += 1;
      if (steps % STEPS_TO_ASK === 0 || known.awaySince !== null) ask();
    };
    step();
    addEventListener('online', ask);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }, []);

  return { now, awaySince };
}

interface Known extends Pick<ScreenTime, 'awaySince'> {
  /** How far the server's clock is ahead, in milliseconds. */
  offset: number;
  /** The page as the site last sent it. */
  html: string;
  isAsking: boolean;
  isDue: boolean;
  pictures: string[];
  /** True if the site has another build, which is already cached. */
  isOld: boolean;
}

/** Returns when the site stopped answering. News that arrive meanwhile are asked for right afterwards. */
async function askForNews(known: Known, revalidate: () => Promise<void>): Promise<ScreenTime['awaySince']> {
  known.isDue = true;
  if (known.isAsking) return known.awaySince;
  known.isAsking = true;
  try {
    while (known.isDue) {
      known.isDue = false;
      await askOnce(known, revalidate);
    }
    known.awaySince = null;
  } catch {
    known.awaySince ??= Date.now() + known.offset;
  } finally {
    known.isAsking = false;
  }
  return known.awaySince;
}

async function askOnce(known: Known, revalidate: () => Promise<void>): Promise<void> {
  const fetched = await fetchScreen();
  known.offset = fetched.offset ?? known.offset;
  rememberOffset(known.offset);
  if (fetched.html !== known.html && !fetched.isNewBuild) await revalidate();
  known.html = fetched.html;
  await cacheScreen(fetched, known.pictures);
  known.isOld = fetched.isNewBuild;
}

/** For a display with a wrong clock that starts without a network. If the browser stores nothing, its own clock is used. */
const rememberOffset = (offset: number) => writeItem('localStorage', OFFSET, String(offset));

const rememberedOffset = () => Number(readItem('localStorage', OFFSET));
