import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { needs } from '../../../auth/middleware.server.ts';
import type { Screen } from '../../../config/club.ts';
import { isShown, valuesOfNotice, type Notice } from '../../../domain/notice/notice.ts';
import { findNotice } from '../../../domain/notice/save-notice.ts';
import { viewTexts } from '../../../domain/texts.ts';
import { toLoader } from '../../../http/actions.ts';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { sayDone } from '../../../ui/admin/toasts.tsx';
import { useUnsavedGuard } from '../../../ui/admin/unsaved-guard.tsx';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import type { Route } from './+types/texts';
import { NoticeForm } from './notice-form.tsx';
import { textAddress, TextForm, type EditedText, type TextsReports, type Unsaved } from './text-form.tsx';
import * as rows from '../../../ui/admin/rows.module.css';
import * as saveBar from '../../../ui/admin/save-bar.module.css';
import * as styles from './texts.module.css';

export const meta = screenHead({
  title: 'Texts',
  description: 'The texts and links of the site.',
  path: '/admin/texts',
});

export const handle = { topics: ['text', 'notice'] } satisfies LiveHandle;

export const middleware = [needs('change content')];

export const loader = toLoader(async ({ site: { db, texts, club, clock }, actor }) => {
  const stored = await viewTexts(db, actor);
  const byPath = new Map(stored.map((one) => [one.path, one]));
  const ignored = texts.ignored();
  const shown = texts.file.texts.map(({ text: fileText, ...place }): EditedText => {
    const { text = null, version = 0 } = byPath.get(place.path) ?? {};
    return { ...place, fileText, text, version, why: text === null ? null : (ignored.get(place.path) ?? null) };
  });
  const places = new Set(shown.map(({ path }) => path));
  const left = stored.flatMap(({ path, text, version }) =>
    text === null || places.has(path) ? [] : [{ path, text, version }],
  );
  const found = await findNotice(db);
  const { version } = found;
  const notice = { version, values: valuesOfNotice(found, clock.timeZone), state: stateOf(found, clock) };
  return { notice, timeZone: clock.timeZone, texts: shown, left, isServicesOpen: club.pages.services };
});

function stateOf(notice: Notice, clock: ClubClock, now = Date.now()): string {
  const { text, from } = notice;
  if (text === '') return '';
  if (isShown(notice, now)) return 'Visitors see it now.';
  if (from !== null && from > now) return `Visitors see it from ${formatMoment(from, clock, now)} on.`;
  return 'Its time is over: visitors do not see it any more.';
}

/** In the order in which visitors see them. */
const SCREENS: [Screen, title: string, page: string][] = [
  ['everywhere', 'On every page', '/home'],
  ['home', 'Home', '/home'],
  ['sign-up', 'Sign Up', '/signup'],
  ['contact', 'Contact', '/contact'],
  ['links', 'Our Links', '/links'],
  ['guide', 'Guide', '/guide'],
  ['services', 'Services', '/services'],
];

type Loaded = Route.ComponentProps['loaderData'];

export default function Texts({ loaderData }: Route.ComponentProps) {
  const { notice, timeZone, texts, left, isServicesOpen } = loaderData;
  const [wanted, setWanted] = useState('');
  const { unsaved, reports } = useTextsReports();
  const guard = useUnsavedGuard(unsaved.size > 0);
  // A text being typed stays in sight, whatever is searched for.
  const isShown = (text: EditedText) => unsaved.has(text.path) || isFound(text, wanted);
  const found = texts.filter(isShown);
  return (
    <AdminScreen title="Texts">
      <p className={styles.intro}>
        What is saved here shows on the site at once, in place of the configuration file’s text.
      </p>
      <NoticeForm notice={notice} timeZone={timeZone} {...reports} />
      <search className={styles.search}>
        <TextField
          label="Find a text"
          name="find"
          type="search"
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <output>{wanted.trim() !== '' && `${found.length} of ${texts.length}`}</output>
      </search>
      {found.length === 0 && <Empty>No texts found.</Empty>}
      {SCREENS.map(([screen, title, page]) => (
        <ScreenTexts
          key={screen}
          title={title}
          page={screen === 'services' && !isServicesOpen ? null : page}
          texts={found.filter((text) => text.screen === screen)}
          {...reports}
        />
      ))}
      <LeftTexts texts={left} />
      <SaveAll unsaved={unsaved} />
      {guard.element}
    </AdminScreen>
  );
}

/** Collects the reports of the texts, and announces texts that are saved together in one sentence. */
function useTextsReports() {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, Unsaved>>(new Map());
  const [savedCount, setSavedCount] = useState(0);
  const toSay = useRef<string[]>([]);
  const isSaving = hasSaving(unsaved);
  useEffect(() => {
    if (!isSaving && toSay.current.length > 0) sayDone(toSay.current.splice(0), 'saved');
  }, [isSaving, savedCount]);
  const onUnsaved = useCallback((path: string, one: Unsaved | undefined) => {
    setUnsaved((now) => {
      if (now.get(path) === one) return now;
      const others = [...now].filter(([other]) => other !== path);
      return new Map(one ? [...others, [path, one]] : others);
    });
  }, []);
  const onSaved = useCallback((label: string) => {
    toSay.current.push(label);
    setSavedCount((now) => now + 1);
  }, []);
  return { unsaved, reports: { onUnsaved, onSaved } };
}

function hasSaving(unsaved: ReadonlyMap<string, Unsaved>): boolean {
  return [...unsaved.values()].includes('saving');
}

/** Stays once it has appeared, because the person who pressed it still has the focus there. */
function SaveAll({ unsaved }: { unsaved: ReadonlyMap<string, Unsaved> }) {
  const [wasNeeded, setWasNeeded] = useState(false);
  const { size } = unsaved;
  if (size > 0 && !wasNeeded) setWasNeeded(true);
  if (!wasNeeded) return null;
  const isSaving = hasSaving(unsaved);
  const saveAll = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved]')) form.requestSubmit();
  };
  return (
    <div className={saveBar.bar}>
      <Button onClick={saveAll} aria-disabled={isSaving || size === 0 || undefined}>
        {isSaving ? 'Saving…' : 'Save'}
      </Button>
      <p role="status">
        {size === 0 && 'Everything is saved.'}
        {size > 0 && (size === 1 ? '1 text is not saved yet.' : `${size} texts are not saved yet.`)}
      </p>
    </div>
  );
}

function isFound({ label, text, fileText }: EditedText, wanted: string): boolean {
  const words = plain(`${label} ${text ?? ''} ${fileText}`);
  return plain(wanted)
    .split(/\s+/)
    .every((word) => words.includes(word));
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

interface ScreenTextsProps extends TextsReports {
  title: string;
  page: string | null;
  texts: EditedText[];
}

function ScreenTexts({ title, page, texts, ...reports }: ScreenTextsProps) {
  const id = useId();
  if (texts.length === 0) return null;
  const changed = texts.filter(({ text, fileText }) => text !== null && text !== fileText).length;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.heading}>
        <h2 id={id}>{title}</h2>
        {changed > 0 && <p>{changed === 1 ? '1 differs' : `${changed} differ`} from the file</p>}
        {page === null && <p>This page is switched off: nobody sees these yet.</p>}
      </header>
      {texts.map((text) => (
        <TextForm key={text.path} text={text} page={page} {...reports} />
      ))}
    </section>
  );
}

function LeftTexts({ texts }: { texts: Loaded['left'] }) {
  const id = useId();
  const run = useCommands();
  const remove = ({ path, version }: Loaded['left'][number]) =>
    run({
      action: textAddress(path),
      method: 'delete',
      payload: { version },
      done: `‘${path}’ was removed`,
      goes: true,
    });
  if (texts.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.heading}>
        <h2 id={id}>Without a place</h2>
      </header>
      <p className={styles.intro}>The configuration file no longer has these texts. They show again once it does.</p>
      <ul role="list">
        {texts.map((text) => (
          <LeftText key={text.path} {...text} onRemove={() => remove(text)} />
        ))}
      </ul>
    </section>
  );
}

function LeftText({ path, text, onRemove }: { path: string; text: string; onRemove: () => void }) {
  return (
    <li className={rows.row}>
      <div>
        <strong>{path}</strong>
        <p dir="auto">{text}</p>
      </div>
      <Button quiet aria-label={`Remove ${path}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
