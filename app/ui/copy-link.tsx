import { useState, type ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import * as styles from './copy-button.module.css';
import { QrCodeDialog } from './qr-code-dialog.tsx';

interface CopyLinkProps {
  url: string;
  /** Says whose link it is, where a table has several. */
  of?: string;
}

/** An address to share: copied, or as a QR code for posters and slides. */
export function CopyLink({ url, of }: CopyLinkProps) {
  const [isShown, setShown] = useState(false);
  return (
    <span className={styles.copy}>
      <CopyButton label={<LabelOf of={of}>Copy link</LabelOf>} text={() => url} />
      <button type="button" className={styles.button} onClick={() => setShown(true)}>
        <LabelOf of={of}>QR code</LabelOf>
      </button>
      {isShown && <QrCodeDialog url={url} onClose={() => setShown(false)} />}
    </span>
  );
}

function LabelOf({ of, children }: { of: string | undefined; children: ReactNode }) {
  return (
    <>
      {children}
      {of !== undefined && <span className="visually-hidden">{` of ${of}`}</span>}
    </>
  );
}
