import panel from '../panel.module.css';
import { useOnline } from '../use-online.ts';

/** Beside a form's button while there is no network: nothing typed is lost by waiting. */
export function OfflineNote() {
  const isOnline = useOnline();
  return (
    <div role="status" className={isOnline ? undefined : panel.note}>
      {!isOnline && <p>You are offline. What you typed stays here: send it once you are back online.</p>}
    </div>
  );
}
