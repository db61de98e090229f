import { Camera, CodeXml, Landmark, MessagesSquare } from '../icons.tsx';
import { useMatch } from 'react-router';
import type { SiteFacts } from '../site-facts.ts';
import { SmartLink } from '../smart-link.tsx';
import styles from './footer.module.css';

export function Footer({ facts }: { facts: SiteFacts }) {
  const isLinks = useMatch('/links') !== null;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        {!isLinks && <SocialLinks facts={facts} />}
        {facts.pages.footer.length > 0 && (
          <nav aria-label="Footer" className={styles.pages}>
            {facts.pages.footer.map(({ path, title }) => (
              <SmartLink key={path} to={path} className={styles.link ?? ''}>
                {title}
              </SmartLink>
            ))}
          </nav>
        )}
        <p className={styles.made}>
          Made with <span className={styles.heart}>♥</span> by the {facts.name}
        </p>
      </div>
    </footer>
  );
}

function SocialLinks({ facts: { links, chat } }: { facts: SiteFacts }) {
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
                <SmartLink to={link.url} className={styles.link ?? ''}>
                  <Icon size={35} />
                  <span className={styles.label}>{link.label}</span>
                </SmartLink>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}
