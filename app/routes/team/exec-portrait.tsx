import { ChevronDown } from './icons.tsx';
import { useId, useState } from 'react';
import type { ExecCard } from '../../domain/execs.ts';
import { filling, Picture } from '../../ui/picture.tsx';
import * as styles from './exec-portrait.module.css';
import { Initials } from './initials.tsx';

export type ExecLevel = 'h2' | 'h3' | 'h4';

interface ExecPortraitProps {
  exec: ExecCard;
  level: ExecLevel;
  priority: boolean;
}

export function ExecPortrait({ exec, level: Heading, priority }: ExecPortraitProps) {
  const { name, title, description, image } = exec;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <article className={styles.card} data-open={open || undefined}>
      <div className={styles.picture}>
        <Initials name={name} />
        {image && (
          <Picture
            image={image}
            alt=""
            sizes={filling('12.5rem', 1, (image.width ?? 1) / (image.height ?? 1))}
            fallback={null}
            priority={priority}
            className={styles.photo}
          />
        )}
      </div>
      <div className={styles.overlay}>
        <Heading className={styles.name} dir="auto">
          {name}
        </Heading>
        <p className={styles.title}>{title}</p>
        {description && (
          <button
            type="button"
            className={styles.about}
            aria-expanded={open}
            aria-controls={id}
            aria-label={`About ${name}`}
            onClick={() => setOpen(!open)}
          >
            About
            <ChevronDown size={18} />
          </button>
        )}
      </div>
      {description && (
        <p id={id} className={styles.description} dir="auto">
          {description}
        </p>
      )}
    </article>
  );
}
