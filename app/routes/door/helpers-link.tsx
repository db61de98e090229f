import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { readAnswer } from '../../read-answer.ts';
import { ProblemError } from '../../problem.ts';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyLink } from '../../ui/copy-link.tsx';
import { inBackground } from '../../ui/in-background.ts';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { Checkbox } from '../../ui/form/field.tsx';
import * as panel from '../../ui/panel.module.css';
import * as styles from './door.module.css';
import type { HelpersOptions } from './people-list.tsx';
import { FAILED, UNREACHED } from './sentences.ts';

interface Link {
  url: string;
  picture: string;
  /** The end of the link, as people read it. */
  worksUntil: string;
}

interface Made extends Link {
  showsAnswers: boolean;
  showsPayments: boolean;
}

interface HelpersLinkProps {
  door: string;
  title: string;
  helpers: HelpersOptions;
  isReachable: boolean;
}

/** For officers: makes links for helpers, and stops them. */
export function HelpersLink({ door, title, helpers, isReachable }: HelpersLinkProps) {
  const { revalidate } = useRevalidator();
  // A page that the phone has stored may be outdated.
  useEffect(() => {
    if (isReachable) inBackground(revalidate());
  }, [isReachable, revalidate]);
  const { made, close, isBusy, problem, ask } = useLinks(door);
  const make = useRef<HTMLButtonElement>(null);
  const [showAnswers, setShowAnswers] = useState(false);
  const [showPayments, setShowPayments] = useState(false);
  const begin = () => ask('POST', { showAnswers, showPayments });
  const stop = async () => {
    if (!(await ask('DELETE'))) return;
    announce('The link has ended.');
    make.current?.focus({ preventScroll: true });
  };

  return (
    <div className={styles.helpers}>
      <Button ref={make} quiet aria-disabled={isBusy || undefined} onClick={() => inBackground(begin())}>
        Link for helpers
      </Button>
      {helpers.links > 0 && (
        <Button quiet aria-disabled={isBusy || undefined} onClick={() => inBackground(stop())}>
          Stop the link
        </Button>
      )}
      {helpers.hasAnswers && (
        <Checkbox
          label="Show answers to helpers"
          name="showAnswers"
          checked={showAnswers}
          onChange={({ currentTarget }) => setShowAnswers(currentTarget.checked)}
        />
      )}
      {helpers.hasPayments && (
        <Checkbox
          label="Show payments to helpers"
          name="showPayments"
          checked={showPayments}
          onChange={({ currentTarget }) => setShowPayments(currentTarget.checked)}
        />
      )}
      {problem && (
        <p role="alert" className={panel.error}>
          {problem}
        </p>
      )}
      {made && <MadeLink {...made} title={title} onClose={close} />}
    </div>
  );
}

function useLinks(door: string) {
  const { revalidate } = useRevalidator();
  const [made, setMade] = useState<Made>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** False if it was not done. */
  async function ask(method: 'POST' | 'DELETE', shown = { showAnswers: false, showPayments: false }): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setProblem(undefined);
    const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(shown) };
    try {
      const answer = await fetch(`${door}/links`, { method, ...(method === 'POST' && sent) });
      const isStopped = method === 'DELETE' && answer.status === 204;
      const link = isStopped ? undefined : await readAnswer<Link>(answer, ['url', 'picture', 'worksUntil'], FAILED);
      setMade(link && { ...link, showsAnswers: shown.showAnswers, showsPayments: shown.showPayments });
    } catch (error) {
      setProblem(error instanceof ProblemError ? FAILED : UNREACHED);
      return false;
    } finally {
      setBusy(false);
    }
    await revalidate();
    return true;
  }

  return { made, close: () => setMade(undefined), isBusy, problem, ask };
}

function MadeLink({
  url,
  picture,
  worksUntil,
  showsAnswers,
  showsPayments,
  title,
  onClose,
}: Made & { title: string; onClose: () => void }) {
  const canShare = useInBrowser(() => 'share' in navigator, false);
  const share = () => inBackground(navigator.share({ title: `Door: ${title}`, url }).catch(() => undefined));
  return (
    <Dialog title="Link for helpers" onClose={onClose}>
      <DialogBody>
        <p>{`Anyone with this link can check people in without signing in. They see ${whatHelpersSee({ showsAnswers, showsPayments })}. It works until ${worksUntil}. Copy it now: it is not shown again.`}</p>
        <a href={url} className={styles.link}>
          {url}
        </a>
        <div className={styles.linkButtons}>
          <CopyLink url={url} />
          {canShare && (
            <Button quiet onClick={share}>
              Share
            </Button>
          )}
        </div>
        <img src={picture} alt="The link as a code" width={240} height={240} className={styles.linkCode} />
      </DialogBody>
    </Dialog>
  );
}

function whatHelpersSee({ showsAnswers, showsPayments }: Pick<Made, 'showsAnswers' | 'showsPayments'>): string {
  const more = [
    ...(showsAnswers ? ['the answers that are shown at the door'] : []),
    ...(showsPayments ? ['who still has to pay, and can mark them as paid'] : []),
  ];
  return more.length === 0 ? 'names only' : `names, and ${more.join(', and ')}`;
}
