import panel from '../panel.module.css';
import { useOnline } from '../use-online.ts';

/** Beside a form's button while there is no network: nothing typed is lost by waiting. A failure says so itself. */
export function OfflineNote({ hasFailed = false }: { hasFailed?: boolean }) {
  const isShown = !useOnline() && !hasFailed;
  return (
    <div role="status" className={isShown ? panel.note : undefined}>
      {isShown && <p>You are offline. What you typed stays here: send it once you are back online.</p>}
    </div>
  );
}
