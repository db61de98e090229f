import { SmartLink } from '../../ui/smart-link.tsx';

interface WhereSeenProps {
  what: string;
  path: string;
  /** False while the club has switched that page off. */
  isOpen: boolean;
}

export function WhereSeen({ what, path, isOpen }: WhereSeenProps) {
  if (isOpen)
    return (
      <p>
        Visitors see {what} at <SmartLink to={path}>{path}</SmartLink>.
      </p>
    );
  return (
    <p>Visitors cannot see {what} yet: the page is switched off. The person who runs the site can switch it on.</p>
  );
}
