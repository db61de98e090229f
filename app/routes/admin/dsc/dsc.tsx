import { useState, type ReactNode, useDeferredValue, useEffect } from 'react';
import { needs } from '../../../auth/middleware.server.ts';
import { dscCards, viewDscCards, type ShownDscCard, type DscCard } from '../../../domain/dsc.ts';
import { recordAction, toLoader } from '../../../http/actions.ts';
import { ConfirmRemoval } from '../../../ui/admin/confirm-removal.tsx';
import { useDialogAddress, useOpenRecord } from '../../../ui/admin/dialog-address.ts';
import { useCan } from '../../../ui/admin/role.ts';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { TableToolbar } from '../../../ui/admin/table-toolbar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { WhereSeen } from '../where-seen.tsx';
import { Pencil, Trash2 } from '../../../ui/admin/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { RichHtml } from '../../../ui/rich-html.tsx';
import type { Route } from './+types/dsc';
import * as styles from './dsc.module.css';
import type { StoredFile } from '../../../domain/files/stored-file.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import { Preview } from '../../../ui/admin/preview.tsx';
import { inBackground } from '../../../ui/in-background.ts';

export const meta = screenHead({ title: 'DSC Management', description: 'The DSC content cards.', path: '/admin/dsc' });

export const handle = { topics: ['dsc'] } satisfies LiveHandle;

export const middleware = [needs('see content', 'change content')];

export const loader = toLoader(async ({ site: { db, club } }) => {
  return { cards: await viewDscCards(db), isOpen: club.pages.dsc };
});

export const action = recordAction(dscCards);

export default function Dsc({ loaderData: { cards, isOpen } }: Route.ComponentProps) {
  const { dialog, add, edit, close } = useDialogAddress();
  const opened = useOpenRecord(cards, dialog);
  const [removing, setRemoving] = useState<ShownDscCard>();
  const mayChange = useCan('change content');
  return (
    <AdminScreen title="DSC Management">
      <WhereSeen what="the cards" path="/dsc" isOpen={isOpen} />
      {mayChange && (
        <TableToolbar>
          <Button onClick={add}>Add new card</Button>
        </TableToolbar>
      )}
      {cards.length === 0 && <Empty>There are no cards yet.{mayChange && ' Add the first one above.'}</Empty>}
      {cards.length > 0 && (
        <ul role="list" className={styles.cards}>
          {cards.map((card, index) => (
            <DscCardItem key={card.key} isReversed={index % 2 === 1} card={card}>
              {mayChange && (
                <div className={styles.buttons}>
                  <Button quiet aria-label={`Edit ${card.title}`} onClick={() => edit(card.key)}>
                    <Pencil size={18} />
                    Edit
                  </Button>
                  <Button quiet aria-label={`Remove ${card.title}`} onClick={() => setRemoving(card)}>
                    <Trash2 size={18} />
                    Remove
                  </Button>
                </div>
              )}
            </DscCardItem>
          ))}
        </ul>
      )}
      {mayChange && dialog?.kind === 'add' && (
        <DscDialog card={undefined} position={nextPosition(cards)} onClose={close} />
      )}
      {mayChange && opened && <DscDialog key={opened.key} card={opened} position={opened.position} onClose={close} />}
      {mayChange && removing && (
        <ConfirmRemoval
          title="Remove card"
          question="Are you sure you want to remove this card?"
          payload={{ verb: 'remove', keys: [removing.key] }}
          onClose={() => setRemoving(undefined)}
          names={[removing.title]}
        />
      )}
    </AdminScreen>
  );
}

function nextPosition(cards: ShownDscCard[]): number {
  return Math.max(0, ...cards.map(({ position }) => Math.trunc(position))) + 1;
}

interface DscCardItemProps {
  card: ShownDscCard;
  /** For every second card: the text on the right, the image on the left. */
  isReversed: boolean;
  children: ReactNode;
}

function DscCardItem({ card, isReversed, children }: DscCardItemProps) {
  const { title, html, image, imgAlt, position } = card;
  return (
    <li className={isReversed ? `${styles.card} ${styles.reversed}` : styles.card}>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <RichHtml html={html} />
        <p className={styles.position}>Position {position}</p>
        {children}
      </div>
      {image ? (
        <Picture image={image} alt={imgAlt} sizes="(max-width: 40rem) 100vw, 24rem" className={styles.picture} />
      ) : (
        <img src="/images/placeholder.svg" alt="" className={`${styles.picture} ${styles.placeholder}`} />
      )}
    </li>
  );
}

interface DscValues {
  title: string;
  text: string;
  img: StoredFile | null;
  imgAlt: string;
  position: string;
}

const LABELS = {
  title: 'Title',
  text: 'Text',
  img: 'Upload Image',
  imgAlt: 'Image Description',
  position: 'Position',
};

interface DscDialogProps {
  card: DscCard | undefined;
  position: number;
  onClose: () => void;
}

function DscDialog({ card, position, onClose }: DscDialogProps) {
  const form = useKeyedForm({
    labels: LABELS,
    record: card,
    initial: { title: '', text: '', img: null, imgAlt: '', position: String(position) },
    valuesOf,
    nameOf: ({ title }) => title,
    schema: dscCards.schema,
    toInput: (values) => ({ ...values, position: parsePosition(values.position) }),
    onClose,
  });
  return (
    <RecordDialog
      title={card ? 'Edit card' : 'Add a new card'}
      submitLabel={card ? 'Update card' : 'Add card'}
      form={form}
      onClose={onClose}
      long
    >
      <BoundTextField field={form.bind('title')} required />
      <BoundTextArea
        field={form.bind('text')}
        hint="HTML: for example <p>, <strong>, <a href>, <ul>."
        rows={8}
        spellCheck
      />
      <TextPreview text={form.values.text} />
      <UploadField field={form.bind('img')} mode="single" accept="image" />
      <BoundTextField field={form.bind('imgAlt')} hint="What the image shows, for people who cannot see it." />
      <BoundTextField
        field={form.bind('position')}
        hint="A whole number. Cards with smaller ones come first."
        inputMode="numeric"
        required
      />
    </RecordDialog>
  );
}

function valuesOf({ title, text, img, imgAlt, position }: DscCard): DscValues {
  return { title, text, img, imgAlt, position: String(position) };
}

/** NaN for anything but a whole number. */
function parsePosition(typed: string): number {
  return /^[+-]?\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}

function TextPreview({ text }: { text: string }) {
  const typed = useDeferredValue(text);
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isLatest = true;
    // Only people who type need the sanitizer in the browser.
    inBackground(
      import('../../../html/sanitize-html.ts').then(({ sanitizeAnyHtml }) => {
        if (isLatest) setHtml(sanitizeAnyHtml(typed));
      }),
    );
    return () => {
      isLatest = false;
    };
  }, [typed]);
  if (text.trim() === '') return null;
  return (
    <Preview>
      <RichHtml html={html} />
    </Preview>
  );
}
