import { Share2 } from '../../ui/icons.tsx';
import { useEffect, useState } from 'react';
import { copyText } from '../../ui/copy-text.ts';
import { useSiteFacts } from '../../ui/site-facts.ts';
import styles from './event-actions.module.css';
import { inBackground } from '../../ui/in-background.ts';

const SAID_MS = 3000;

export function ShareButton({ title, path }: { title: string; path: string }) {
  const { publicUrl } = useSiteFacts();
  const [said, setSaid] = useState('');
  const url = publicUrl + path;
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);

  const share = async () => {
    if (await hasShared({ title, url })) return;
    setSaid((await copyText(url)) ? 'Link copied' : 'Copy the address of this page to share it');
  };
  return (
    <div className={styles.share}>
      <button type="button" className={styles.plain} onClick={() => inBackground(share())}>
        <Share2 size={20} />
        <span className={styles.label}>Share</span>
      </button>
      <output className={said ? styles.said : 'visually-hidden'}>{said}</output>
    </div>
  );
}

/** Whether the system's share sheet has come up, even if it was closed again. */
async function hasShared(what: { title: string; url: string }): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
