import type { ImageView } from '../../domain/uploads/images.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import styles from './hero.module.css';
import { Slideshow } from './slideshow.tsx';

export function Hero({ slides, tagline }: { slides: ImageView[]; tagline: string }) {
  const { name, chat } = useSiteFacts();
  return (
    <section className={styles.hero} aria-labelledby="club-name">
      <Slideshow slides={slides} />
      <div className={styles.text}>
        <h1 id="club-name" className={styles.name}>
          {name}
        </h1>
        <p className={styles.tagline}>{tagline}</p>
        <ButtonLink to="/signup" className={styles.join}>
          Join the Club and our {chat.service}
        </ButtonLink>
      </div>
    </section>
  );
}
