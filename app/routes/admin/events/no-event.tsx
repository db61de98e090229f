import { Link } from 'react-router';

export const NO_EVENT = "Event doesn't exist.";

/** Replaces the screen of an event if there is no event with that id. */
export function NoEvent({ id }: { id: string }) {
  return (
    <>
      <h2>{NO_EVENT}</h2>
      <p>Event ID: {id}</p>
      <p>
        <Link to="/admin/events">All events</Link>
      </p>
    </>
  );
}
