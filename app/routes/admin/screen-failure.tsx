import { isRouteErrorResponse } from 'react-router';
import { LoadFailure } from '../../ui/admin/load-failure.tsx';
import { AdminScreen } from '../../ui/admin/screen.tsx';
import { ErrorPage, UNREACHABLE, whyNotLoaded } from '../../ui/error-page.tsx';
import { useOnline } from '../../ui/use-online.ts';

const TITLE = 'This screen cannot be loaded.';
const WORDS = {
  offline: 'You are offline, and this screen has not been loaded yet. Try again once you are back online.',
  unreachable: UNREACHABLE,
  broken: 'The site could not answer. Try again in a moment: what was saved is safe.',
};

export function ScreenFailure({ error }: { error: unknown }) {
  const isOnline = useOnline();
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage error={error} />;
  return (
    <AdminScreen title={TITLE}>
      <title>{TITLE}</title>
      <LoadFailure text={WORDS[whyNotLoaded(error, isOnline)]} />
    </AdminScreen>
  );
}
