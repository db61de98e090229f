import type { ReactNode } from 'react';
import { data } from 'react-router';
import { GuideUnreadable, readGuide } from '../../guide/read-guide.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { fetchMarkdownText, MarkdownText } from '../../ui/markdown/markdown-text.tsx';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import type { Route } from './+types/guide';
import { Contents, FoldedContents } from './contents.tsx';
import * as styles from './guide.module.css';

interface GuideData {
  /** True if the guide has its own first heading. */
  titled: boolean;
  sections: { id: string; text: string }[];
  editUrl: string;
  readable: boolean;
  /** The guide itself, only in the markup of the first page; see `beside`. */
  html?: string;
}

export async function loader({ context }: Route.LoaderArgs) {
  const { source, editUrl } = context.get(siteContext).club.guide;
  try {
    const { toc, html, outside } = await readGuide(source);
    // Another host's guide may change at any time; a file of the site changes rarely, and is read again at midnight at the latest.
    if (!outside) cacheUntil(context, { topics: [], untilMidnight: true });
    const sections = toc.flatMap(({ id, text, level }) => (level === 2 ? [{ id, text }] : []));
    return beside({ titled: toc.length > sections.length, sections, editUrl, readable: true }, html);
  } catch (error) {
    if (!(error instanceof GuideUnreadable)) throw error;
    return data<GuideData>({ titled: false, sections: [], editUrl, readable: false }, { status: 503 });
  }
}

/** Passes the text only to the rendering on the server, because React Router writes every enumerable property into the page. */
function beside(loaded: GuideData, html: string): GuideData {
  return Object.defineProperty(loaded, 'html', { value: html, enumerable: false });
}

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs): Promise<GuideData> {
  const [loaded, html] = await Promise.all([serverLoader(), fetchMarkdownText('/guide', request.signal)]);
  return { ...loaded, html };
}

/** Changes of the club's records never change the guide. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'CS Guide',
    description:
      'Courses, studying, tools and languages: a computer science guide kept by the club’s members for each other.',
    path: '/guide',
  });

export default function Guide({ loaderData: { titled, sections, editUrl, readable, html } }: Route.ComponentProps) {
  const contribute = <ButtonLink to={editUrl}>Contribute to this guide</ButtonLink>;
  if (!readable) return <UnreadableGuide>{contribute}</UnreadableGuide>;
  return (
    <Page>
      <div className={styles.layout}>
        <div className={styles.aside}>
          {sections.length > 0 && <FoldedContents sections={sections} />}
          {sections.length > 0 && <Contents sections={sections} />}
          <p className={styles.contribute}>{contribute}</p>
        </div>
        <div>
          {!titled && <h1>CS Guide</h1>}
          <MarkdownText html={html} />
        </div>
      </div>
    </Page>
  );
}

function UnreadableGuide({ children }: { children: ReactNode }) {
  const { email } = useSiteFacts();
  return (
    <Page narrow>
      <h1>CS Guide</h1>
      <p>
        The guide cannot be read at the moment. Please try again in a few minutes; if that does not help, write to{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p>{children}</p>
    </Page>
  );
}
