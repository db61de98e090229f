import { ICON_NAMES } from '../../config/icon-names.ts';
import { AdminScreen } from '../../ui/admin/screen.tsx';
import { ConfiguredIcon } from '../../ui/configured-icon.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { ClubMark } from '../../ui/layout/club-mark.tsx';
import { Footer } from '../../ui/layout/footer.tsx';
import * as notice from '../../ui/layout/offline-notice.module.css';
import { Page } from '../../ui/page.tsx';
import { RichHtml } from '../../ui/rich-html.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { LONG, Shelf } from './shelf.tsx';

const MISSING = { status: 404, statusText: '', internal: false, data: null };
const HTML = `<h3>Study circles</h3><p>One book, <strong>one hour</strong> a week. <a href="/events">Events</a></p>
<ul><li>Operating systems</li><li>${LONG}</li></ul><pre>npm start</pre>
<table tabindex="0"><tr>${'<th>When</th>'.repeat(9)}</tr><tr>${'<td>Wednesday</td>'.repeat(9)}</tr></table>`;

export function FrameShelves() {
  const facts = useSiteFacts();
  return (
    <>
      <Shelf
        name="Club mark"
        specimens={{
          initials: <ClubMark facts={{ ...facts, logo: null }} />,
          logo: <ClubMark facts={{ ...facts, logo: '/icon.svg' }} />,
          long: <ClubMark facts={{ ...facts, logo: null, name: LONG }} />,
        }}
      />
      <Shelf
        name="Icons that a configuration may name"
        specimens={Object.fromEntries(ICON_NAMES.map((name) => [name, <ConfiguredIcon key={name} name={name} />]))}
      />
      <Shelf
        name="Pages, and what stands in their place"
        wide
        specimens={{
          'HTML that people wrote, with a wide table': <RichHtml html={HTML} />,
          'offline (below the bar)': <p className={notice.notice}>You are offline. What you see may be out of date.</p>,
          missing: <ErrorPage error={MISSING} />,
          broken: <ErrorPage error={new Error('broken')} />,
          'a public page': <Page>{LONG}</Page>,
          'a narrow one': <Page narrow>{LONG}</Page>,
          'a screen of the admin area': <AdminScreen title="Event Management">{LONG}</AdminScreen>,
          footer: <Footer facts={facts} pages={[{ path: '/sponsors', title: 'Sponsors' }]} />,
        }}
      />
    </>
  );
}
