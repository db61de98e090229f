import { Outlet } from 'react-router';

/** The wrapper of the list and the event pages. */
export default function Events() {
  return <Outlet />;
}
