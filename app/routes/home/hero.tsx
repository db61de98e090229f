import { useEffect, useState } from 'react';
import type { EventCardView } from '../../domain/events/event-view.ts';
import type { ImageView } from '../../domain/files/image-view.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { Pause, Play } from './icons.tsx';
import { Picture, type Cut } from '../../ui/picture.tsx';
import * as styles from './hero.module.css';

interface HeroProps {
  /** The first slide, and the same scene cropped for phones held upright. */
  hero: ImageView;
  portrait: ImageView;
  slides: ImageView[];
  tagline: string;
  next: EventCardView | null;
  /** The time of the next event, as people read it. */
  when: string;
}

export function Hero({ hero, portrait, slides, tagline, next, when }: HeroProps) {
  const { name, chat } = useSiteFacts();
  return (
    <section className={styles.hero} aria-labelledby="club-name">
      <Slideshow hero={hero} portrait={portrait} slides={slides} />
      <div className={styles.text}>
        <h1 id="club-name" className={styles.name}>
          {name}
        </h1>
        <p className={styles.tagline}>{tagline}</p>
        {next && (
          <p className={styles.next}>
            <SmartLink to={`/events/${encodeURIComponent(next.key)}`} reloadDocument={next.embedsForm}>
              <span>{when ? `Next: ${when}` : 'Next'}</span>
              {[next.title, next.location].filter(Boolean).map((fact) => (
                <span key={fact}>
                  {' · '}
                  <bdi>{fact}</bdi>
                </span>
              ))}
            </SmartLink>
          </p>
        )}
        <ButtonLink to="/signup" className={styles.join}>{`Join the Club and our ${chat.service}`}</ButtonLink>
      </div>
    </section>
  );
}

/** How long each slide is shown (product.md 2, Home). */
const SLIDE_MS = 8000;
/** For this long after loading, slides appear without fading in. */
const FIRST_LOAD_MS = 2000;

function Slideshow({ hero, portrait, slides }: Pick<HeroProps, 'hero' | 'portrait' | 'slides'>) {
  const all = [hero, ...slides];
  const { current, isFirstLoad, paused, setPaused } = useSlides(all.length);
  return (
    <>
      <div className={styles.slides} data-first-load={isFirstLoad || undefined}>
        {all.map((image, index) => (
          <div key={image.src} className={styles.slide} data-shown={index === current || undefined}>
            {/* Only what is shown or comes next is loaded. */}
            {(index === 0 || (!isFirstLoad && index <= current + 1)) && (
              <Picture
                image={image}
                alt=""
                sizes={coveringSizes(image)}
                cut={index === 0 ? portraitCut(portrait) : undefined}
                priority={index === 0}
                fallback={hero.src}
              />
            )}
          </div>
        ))}
      </div>
      {all.length > 1 && (
        <button
          type="button"
          className={styles.pause}
          aria-label={paused ? 'Play slideshow' : 'Pause slideshow'}
          onClick={() => setPaused(!paused)}
        >
          {paused ? <Play size={20} /> : <Pause size={20} />}
        </button>
      )}
    </>
  );
}

/** The `sizes` of a picture that covers the hero (hero.module.css). On a phone it is three times as wide as its visible part. */
function coveringSizes({ width, height }: ImageView): string {
  const ratio = width && height ? width / height : 1.5;
  return `max(100vw, min(100svh - 5.75rem, 72rem) * ${ratio.toFixed(3)})`;
}

function portraitCut(image: ImageView): Cut {
  return {
    image,
    media: '(max-width: 39.99rem) and (orientation: portrait)',
    otherwise: '(min-width: 40rem), (orientation: landscape)',
    sizes: coveringSizes(image),
  };
}

function useSlides(count: number) {
  const [current, setCurrent] = useState(0);
  const [isFirstLoad, setIsFirstLoad] = useState(true);
  const [paused, setPaused] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsFirstLoad(false), FIRST_LOAD_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (paused || count < 2) return;
    const timer = setInterval(() => setCurrent((shown) => (shown + 1) % count), SLIDE_MS);
    return () => clearInterval(timer);
  }, [paused, count]);

  return { current, isFirstLoad, paused, setPaused };
}
