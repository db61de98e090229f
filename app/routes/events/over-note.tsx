import * as panel from '../../ui/panel.module.css';

/** The beginning of a page about an event that has ended. */
export function OverNote() {
  return (
    <p className={panel.note} role="note">
      This event is over.
    </p>
  );
}
