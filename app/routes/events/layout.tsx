import { Outlet } from 'react-router';

export default function Events() {
  return <Outlet />;
}
