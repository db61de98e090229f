import { leadsOutside } from '../../html/leads-outside.ts';
import { newTab } from '../smart-link.tsx';
import type { SiteFacts } from '../site-facts.ts';
import { Camera, CodeXml, Landmark } from '../social-icons.tsx';
import { MessagesSquare } from '../chat-icon.tsx';
import * as styles from './footer.module.css';

interface FooterProps {
  facts: Pick<SiteFacts, 'name' | 'links' | 'chat'>;
  /** The club's own pages that are linked in the footer. */
  pages: SiteFacts['pages']['footer'];
}

/** Only the server draws this, without a router: no `Link`, no hooks of the router. */
export function Footer({ facts, pages }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <SocialLinks facts={facts} />
        <nav aria-label="Footer" className={styles.pages}>
          {pages.map(({ path, title }) => (
            <a key={path} href={path} className={styles.link}>
              {title}
            </a>
          ))}
        </nav>
        <p className={styles.made}>
          Made with <span className={styles.heart}>♥</span> <span>{`by the ${facts.name}`}</span>
        </p>
      </div>
    </footer>
  );
}

function SocialLinks({ facts: { links, chat } }: Pick<FooterProps, 'facts'>) {
  const social = [
    { link: links.photos, Icon: Camera },
    { link: links.studentUnion, Icon: Landmark },
    { link: { label: chat.service, url: chat.inviteUrl }, Icon: MessagesSquare },
    { link: links.code, Icon: CodeXml },
  ];
  return (
    <nav aria-label="Social">
      <ul role="list" className={styles.social}>
        {social.map(
          ({ link, Icon }) =>
            link && (
              <li key={link.url}>
                <a href={link.url} className={styles.link} {...(leadsOutside(link.url) && newTab)}>
                  <Icon size={35} />
                  <span className={styles.label}>{link.label}</span>
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}
