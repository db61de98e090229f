import { Link } from 'react-router';

export const NO_EVENT = "Event doesn't exist.";

/** In the place of a screen of one event, where there is none of that id. */
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
