import { Page } from '../../ui/page.tsx';
import { SmartLink } from '../../ui/smart-link.tsx';

export const UNKNOWN = 'This link leads to no sign-up.';

export function UnknownSignUp() {
  return (
    <Page narrow>
      <h1>{UNKNOWN}</h1>
      <p>
        It may have been taken down with its event. <SmartLink to="/events">See what is coming up</SmartLink>
      </p>
    </Page>
  );
}
