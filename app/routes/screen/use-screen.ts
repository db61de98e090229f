import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { applyDeferredFonts } from '../../ui/deferred-fonts.ts';
import { inBackground } from '../../ui/in-background.ts';
import { fetchScreen, cacheScreen } from './cache-screen.ts';
import { readItem, writeItem } from '../../ui/browser-storage.ts';

/** Everything on the screen moves at these moments of the server's time: pictures, the menu, the countdown. */
export const STEP_MS = 12_000;
/** After so many steps the site is asked for news, in case nothing was heard of them; at each while it does not answer. */
const STEPS_TO_ASK = 10;
const OFFSET = 'clubroom-screen-offset';

interface ScreenTime {
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
      // Between two pictures the new build takes over, from what is cached already.
      if (known.isOld) return location.reload();
      const time = Date.now() + known.offset;
      setNow(time);
      // The page changes now anyway: another font disturbs nobody who reads.
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
  /** What the server's clock is ahead, in milliseconds. */
  offset: number;
  /** The page as the site sent it last. */
  html: string;
  isAsking: boolean;
  isDue: boolean;
  pictures: string[];
  /** The site has another build, which is cached already. */
  isOld: boolean;
}

/** Since when the site has not answered. What is new meanwhile is asked for as soon as this is done. */
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

/** A display whose clock is wrong may start without a network. Where the browser stores nothing, it has its own clock to go by. */
const rememberOffset = (offset: number) => writeItem('localStorage', OFFSET, String(offset));

const rememberedOffset = () => Number(readItem('localStorage', OFFSET));
