import { useMatch } from 'react-router';

/** Where the screens of the admin area begin, after its tabs. */
export const ADMIN_CONTENT = 'screen_content';

/** The keyboard's first stop: leads past all that every page, or every screen of the admin area, begins with. */
export function SkipLink() {
  const isAdmin = useMatch('/admin/*') !== null;
  return (
    <a href={isAdmin ? `#${ADMIN_CONTENT}` : '#page_content'} className="skip-link">
      Skip to content
    </a>
  );
}
