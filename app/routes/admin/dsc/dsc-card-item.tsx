import { Pencil, Trash2 } from '../../../ui/admin/icons.tsx';
import type { ShownDscCard } from '../../../domain/dsc.ts';
import { Button } from '../../../ui/button.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { RichHtml } from '../../../ui/rich-html.tsx';
import styles from './dsc.module.css';

interface DscCardItemProps {
  card: ShownDscCard;
  /** Text right, image left: every second card. */
  isReversed: boolean;
  onEdit: (key: string) => void;
  onRemove: (card: ShownDscCard) => void;
}

export function DscCardItem({ card, isReversed, onEdit, onRemove }: DscCardItemProps) {
  const { key, title, html, image, imgAlt, position } = card;
  return (
    <li className={isReversed ? `${styles.card} ${styles.reversed}` : styles.card}>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <RichHtml html={html} />
        <p className={styles.position}>Position {position}</p>
        <div className={styles.buttons}>
          <Button quiet aria-label={`Edit ${title}`} onClick={() => onEdit(key)}>
            <Pencil size={18} />
            Edit
          </Button>
          <Button quiet aria-label={`Remove ${title}`} onClick={() => onRemove(card)}>
            <Trash2 size={18} />
            Remove
          </Button>
        </div>
      </div>
      {image ? (
        <Picture image={image} alt={imgAlt} sizes="(max-width: 40rem) 100vw, 24rem" className={styles.picture} />
      ) : (
        <img src="/images/placeholder.svg" alt="" className={`${styles.picture} ${styles.placeholder}`} />
      )}
    </li>
  );
}
