import { useEffect, useState } from 'react';
import type { ExecCard } from '../../domain/execs.ts';
import type { ImageView } from '../../domain/files/image-view.ts';
import { Picture } from '../../ui/picture.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { Initials } from '../team/initials.tsx';
import * as styles from './about-section.module.css';

type Face = Pick<ExecCard, 'key' | 'name' | 'title' | 'image'>;

/** This many faces appear one after another, and later ones together with the last (product.md 2, Home). */
const STAGGERED = 49;

interface AboutProps {
  picture: ImageView;
  paragraphs: string[];
  faces: Face[];
}

export function AboutSection({ picture, paragraphs, faces }: AboutProps) {
  const { links } = useSiteFacts();
  const further = [{ label: 'Learn about the team', url: '/team' }, links.charter, links.state];
  return (
    <section className={styles.section} aria-labelledby="about">
      <div className={styles.inner}>
        <div className={styles.picture}>
          <Picture
            image={picture}
            alt=""
            sizes="(min-width: 56rem) min(43vw, max(33rem, 32vw), 40rem), 95vw"
            fallback="/images/placeholder.svg"
          />
        </div>
        <div className={styles.text}>
          <h2 id="about">About us</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Faces faces={faces} />
          <ul role="list" className={styles.links}>
            {further.map(
              (link) =>
                link && (
                  <li key={link.url}>
                    <SmartLink to={link.url}>{link.label}</SmartLink>
                  </li>
                ),
            )}
          </ul>
        </div>
      </div>
    </section>
  );
}

function Faces({ faces }: { faces: Face[] }) {
  const tooltips = useDismissibleTooltips();
  if (faces.length === 0) return null;
  return (
    <ul role="list" className={styles.faces} aria-label="The current team" {...tooltips}>
      {faces.map(({ key, name, title, image }, index) => (
        <li key={key} className={styles.place} style={{ animationDelay: `${Math.min(index, STAGGERED) * 50}ms` }}>
          <SmartLink to="/team" className={styles.face ?? ''}>
            <span className={styles.avatar}>
              <Initials name={name} />
              {image && <Picture image={image} alt="" sizes="40px" fallback={null} className={styles.photo} />}
            </span>
            <span className={styles.tooltip}>{`${name} - ${title}`}</span>
          </SmartLink>
        </li>
      ))}
    </ul>
  );
}

/** Escape hides a tooltip, which may cover something (WCAG 1.4.13), until another face is pointed at. */
function useDismissibleTooltips() {
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setDismissed(true);
    };
    addEventListener('keydown', dismiss);
    return () => removeEventListener('keydown', dismiss);
  }, []);
  const allow = () => setDismissed(false);
  return { 'data-dismissed': isDismissed || undefined, onPointerOver: allow, onFocus: allow };
}
