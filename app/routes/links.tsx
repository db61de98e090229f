import { GraduationCap } from './icons.tsx';
import { MessagesSquare } from '../ui/chat-icon.tsx';
import { Camera, CodeXml, Landmark, UserPlus } from '../ui/social-icons.tsx';
import { cacheUntil } from '../http/cache/cache-until.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { headOf, useSiteFacts } from '../ui/site-facts.ts';
import type { Route } from './+types/links';
import * as styles from './links.module.css';

export function loader({ context }: Route.LoaderArgs) {
  cacheUntil(context, { topics: [] });
  return null;
}

const SUBHEADING = 'Connect with us across platforms';

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Our Links', description: SUBHEADING, path: '/links' });

export default function OurLinks() {
  const { chat, links } = useSiteFacts();
  const buttons = [
    { link: { label: `Join our ${chat.service} server`, url: chat.inviteUrl }, Icon: MessagesSquare },
    { link: links.studentUnion, Icon: Landmark },
    { link: links.experience, Icon: GraduationCap },
    { link: links.photos, Icon: Camera },
    { link: links.code, Icon: CodeXml },
  ];
  return (
    <Page narrow>
      <div className={styles.column}>
        <h1>Our Links</h1>
        <p className={styles.sub}>{SUBHEADING}</p>
        <ul role="list" className={styles.list}>
          <li>
            <ButtonLink to="/signup" className={styles.button}>
              <UserPlus size={28} />
              <span>Become a member</span>
            </ButtonLink>
          </li>
          {buttons.map(
            ({ link, Icon }) =>
              link && (
                <li key={link.url}>
                  <ButtonLink to={link.url} quiet className={styles.button}>
                    <Icon size={28} />
                    <span>{link.label}</span>
                  </ButtonLink>
                </li>
              ),
          )}
        </ul>
      </div>
    </Page>
  );
}
