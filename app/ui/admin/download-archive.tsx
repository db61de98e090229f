import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../button.tsx';
import { readAnswer } from '../../read-answer.ts';
import { Checkbox } from '../form/field.tsx';
import { inBackground } from '../in-background.ts';
import * as styles from './download-archive.module.css';
import { Download } from './icons.tsx';
import { sayFailure } from './toasts.tsx';

const ADDRESS = '/admin/archive';
const ASK_EVERY_MS = 1000;
const FAILED = 'The archive is incomplete. Delete what was downloaded and try again.';

interface Progress {
  pages: number;
  allPages: number;
  files: number;
  allFiles: number;
  bytes: number;
}

interface Report {
  state: 'running' | 'done' | 'failed';
  progress: Progress | null;
}

/** The browser saves the download itself, however large it is; the page only asks for its progress. */
export function DownloadArchive({ onDone }: { onDone?: () => void }) {
  const [id, setId] = useState<string | null>(null);
  const [withDrafts, setWithDrafts] = useState(false);
  const report = useProgress(id);
  const isBusy = id !== null && report?.state !== 'done' && report?.state !== 'failed';

  const passOn = useEffectEvent(() => onDone?.());
  const start = () => {
    if (isBusy) return;
    const next = crypto.randomUUID();
    setId(next);
    const link = document.createElement('a');
    link.href = `${ADDRESS}/archive.zip?download=${next}${withDrafts ? '&with-drafts=1' : ''}`;
    link.download = '';
    link.click();
  };

  useEffect(() => {
    if (report?.state === 'failed') sayFailure(FAILED);
    if (report?.state === 'done') passOn();
  }, [report?.state]);

  return (
    <div className={styles.download}>
      <div className={styles.row}>
        <Button quiet onClick={start} aria-disabled={isBusy || undefined}>
          <Download size={20} />
          Download the archive
        </Button>
        <Checkbox
          name="with-drafts"
          label="With what is not public yet"
          checked={withDrafts}
          onChange={({ currentTarget }) => setWithDrafts(currentTarget.checked)}
        />
      </div>
      {isBusy && <ArchiveProgress progress={report?.progress ?? null} />}
      <p role="status" className={styles.said}>
        {report?.state === 'done' && 'The archive is in your downloads.'}
      </p>
    </div>
  );
}

function ArchiveProgress({ progress }: { progress: Progress | null }) {
  if (!progress) return <progress aria-label="Downloading the archive" />;
  const { pages, allPages, files, allFiles, bytes } = progress;
  const megabytes = (bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 });
  return (
    <p className={styles.far}>
      <progress max={Math.max(1, allPages + allFiles)} value={pages + files} aria-label="Downloading the archive" />{' '}
      {pages.toLocaleString('en')} of {allPages.toLocaleString('en')} pages, {files.toLocaleString('en')} of{' '}
      {allFiles.toLocaleString('en')} files, {megabytes} MB
    </p>
  );
}

function useProgress(id: string | null): Report | null {
  const [report, setReport] = useState<{ id: string; now: Report } | null>(null);
  useEffect(() => {
    if (id === null) return;
    const askOnce = async () => {
      const now = await ask(id);
      if (!now) return;
      setReport({ id, now });
      if (now.state !== 'running') clearInterval(timer);
    };
    const timer = setInterval(() => inBackground(askOnce()), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id]);
  return report?.id === id ? report.now : null;
}

/**
 * null if the progress is unknown: there is no network, or another copy of the site answered. The next request may
 * tell.
 */
async function ask(id: string): Promise<Report | null> {
  try {
    const answer = await fetch(`${ADDRESS}/progress?download=${id}`);
    return await readAnswer<Report>(answer, ['state'], FAILED);
  } catch {
    return null;
  }
}
