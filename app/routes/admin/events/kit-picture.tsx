import { useState, type MouseEvent } from 'react';
import type { SheetName } from '../../../posters/announce-kit/kit.ts';
import { readProblem } from '../../../problem.ts';
import { Download } from '../../../ui/admin/icons.tsx';
import { sayFailure } from '../../../ui/admin/toasts.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { inBackground } from '../../../ui/in-background.ts';
import styles from './announce.module.css';

interface KitPictureProps {
  sheet: SheetName;
  label: string;
  size: string;
  use: string;
  preview: string;
  file: string;
  /** Of the file, once it is on somebody's disk. */
  name: string;
}

const UNREACHED = 'The site could not be reached. Please try again.';
const FAILED = 'This could not be drawn. Please try again.';

export function KitPicture({ sheet, label, size, use, preview, file, name }: KitPictureProps) {
  const { state, download } = useDownload(file, name);
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (state !== 'drawing') inBackground(download());
  };
  return (
    <li className={styles.picture}>
      <Preview key={preview} sheet={sheet} label={label} address={preview} />
      <ButtonLink to={file} download={name} onClick={press} aria-disabled={state === 'drawing' || undefined}>
        <Download size={20} />
        {label}
      </ButtonLink>
      <p className={styles.about}>
        {size}
        <br />
        {use}
      </p>
      <p role="status" className={styles.state}>
        {state === 'drawing' && 'Drawing…'}
        {state === 'done' && `${label} is in your downloads.`}
      </p>
    </li>
  );
}

type PreviewState = 'loading' | 'shown' | 'failed';

function Preview({ sheet, label, address }: { sheet: SheetName; label: string; address: string }) {
  const [state, setState] = useState<PreviewState>('loading');
  const [tries, setTries] = useState(0);
  const tryAgain = () => {
    setState('loading');
    setTries(tries + 1);
  };
  return (
    <div className={styles.preview} data-sheet={sheet} data-state={state}>
      {state === 'failed' ? (
        <p className={styles.failed}>
          The preview could not be drawn.
          <Button quiet onClick={tryAgain}>
            Try again
          </Button>
        </p>
      ) : (
        <img
          key={tries}
          src={tries === 0 ? address : `${address}&try=${tries}`}
          alt={`Preview: ${label}`}
          ref={(image) => {
            // It may have come before anybody listened.
            if (image?.complete) setState(image.naturalWidth > 0 ? 'shown' : 'failed');
          }}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  );
}

type DownloadState = 'idle' | 'drawing' | 'done';

/** By a request of its own, so that a refusal is a sentence here and no file on somebody's disk. */
function useDownload(file: string, name: string): { state: DownloadState; download: () => Promise<void> } {
  const [state, setState] = useState<DownloadState>('idle');
  const fail = (said: string) => {
    setState('idle');
    sayFailure(said, () => inBackground(download()));
  };
  async function download(): Promise<void> {
    setState('drawing');
    try {
      const answer = await fetch(file);
      if (!answer.ok) {
        const said: unknown = await answer.json().catch(() => null);
        fail(readProblem(said, answer.status, FAILED).detail);
        return;
      }
      keep(await answer.blob(), name);
      setState('done');
    } catch {
      fail(UNREACHED);
    }
  }
  return { state, download };
}

const KEPT_MS = 60_000;

function keep(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
