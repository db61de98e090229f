import { useState, type MouseEvent } from 'react';
import type { SheetName } from '../../../posters/announce-kit/kit.ts';
import { Download } from '../../../ui/admin/icons.tsx';
import { useDownload } from '../../../ui/admin/use-download.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import * as styles from './announce.module.css';

interface KitPictureProps {
  sheet: SheetName;
  label: string;
  size: string;
  use: string;
  preview: string;
  file: string;
}

export function KitPicture({ sheet, label, size, use, preview, file }: KitPictureProps) {
  const { start, isBusy, isDone } = useDownload(() => fetch(file));
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    start();
  };
  return (
    <li className={styles.picture}>
      <Preview key={preview} sheet={sheet} label={label} address={preview} />
      <ButtonLink to={file} reloadDocument download onClick={press} aria-disabled={isBusy || undefined}>
        <Download size={20} />
        {label}
      </ButtonLink>
      <p className={styles.about}>
        {size}
        <br />
        {use}
      </p>
      <p role="status" className={styles.state}>
        {isBusy && 'Drawing…'}
        {isDone && `${label} is in your downloads.`}
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
