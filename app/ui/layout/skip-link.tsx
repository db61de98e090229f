import { useMatch } from 'react-router';

export const ADMIN_CONTENT = 'screen_content';

export function SkipLink() {
  const isAdmin = useMatch('/admin/*') !== null;
  return (
    <a href={isAdmin ? `#${ADMIN_CONTENT}` : '#page_content'} className="skip-link">
      Skip to content
    </a>
  );
}
