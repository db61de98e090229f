import { isRouteErrorResponse } from 'react-router';
import { AdminScreen } from '../../ui/admin/screen.tsx';
import { ConfiguredIcon } from '../../ui/configured-icon.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { ClubMark } from '../../ui/layout/club-mark.tsx';
import { Footer } from '../../ui/layout/footer.tsx';
import * as notice from '../../ui/layout/offline-notice.module.css';
import { Page } from '../../ui/page.tsx';
import { RichHtml } from '../../ui/rich-html.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { LONG, Shelf, Specimen } from './specimen.tsx';

const ICONS = [
  'chat',
  'code',
  'gamepad',
  'microphone',
  'music',
  'people',
  'pizza',
  'plus',
  'sparkles',
  'tools',
  'trophy',
];
const MISSING = { status: 404, statusText: '', internal: false, data: null };
const HTML = `<h3>Study circles</h3><p>One book, <strong>one hour</strong> a week. <a href="/events">Events</a></p>
<ul><li>Operating systems</li><li>${LONG}</li></ul><pre>npm start</pre>
<table tabindex="0"><tr>${'<th>When</th>'.repeat(9)}</tr><tr>${'<td>Wednesday</td>'.repeat(9)}</tr></table>`;

export function FrameShelves() {
  const facts = useSiteFacts();
  return (
    <>
      <Shelf name="Club mark">
        <Specimen state="initials">
          <ClubMark facts={{ ...facts, logo: null }} />
        </Specimen>
        <Specimen state="logo">
          <ClubMark facts={{ ...facts, logo: '/icon.svg' }} />
        </Specimen>
        <Specimen state="long">
          <ClubMark facts={{ ...facts, logo: null, name: LONG }} />
        </Specimen>
      </Shelf>
      <Shelf name="Icons that a configuration may name">
        {[...ICONS, 'unknown'].map((name) => (
          <Specimen key={name} state={name}>
            <ConfiguredIcon name={name} />
          </Specimen>
        ))}
      </Shelf>
      <Shelf name="HTML that people wrote" wide>
        <Specimen state="with a wide table">
          <RichHtml html={HTML} />
        </Specimen>
      </Shelf>
      <Shelf name="Offline notice" wide>
        <Specimen state="shown (below the bar)">
          <p className={notice.notice}>You are offline. What you see may be out of date.</p>
        </Specimen>
      </Shelf>
      <Shelf name="In place of a screen" wide>
        <Specimen state="missing">{isRouteErrorResponse(MISSING) && <ErrorPage error={MISSING} />}</Specimen>
        <Specimen state="broken">
          <ErrorPage error={new Error('broken')} />
        </Specimen>
      </Shelf>
      <Shelf name="Columns" wide>
        <Specimen state="a public page">
          <Page>
            <p>{LONG}</p>
          </Page>
        </Specimen>
        <Specimen state="a narrow one">
          <Page narrow>
            <p>{LONG}</p>
          </Page>
        </Specimen>
        <Specimen state="a screen of the admin area">
          <AdminScreen title="Event Management">{LONG}</AdminScreen>
        </Specimen>
      </Shelf>
      <Shelf name="Footer" wide>
        <Specimen state="every page">
          <Footer facts={facts} pages={[{ path: '/sponsors', title: 'Sponsors' }]} />
        </Specimen>
      </Shelf>
    </>
  );
}
