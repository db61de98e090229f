import type { ReactNode } from 'react';
import type { Owner } from '../../../domain/handover/owner.ts';

interface OwnersProps {
  owners: [first: Owner | undefined, second: Owner | undefined];
  className: string | undefined;
  /** The text if nobody was chosen. */
  nobody?: string;
  /** The words before the names. */
  children?: ReactNode;
}

/** Names the owners, and says if one has no address for a mail. */
export function Owners({ owners: [first, second], className, nobody = 'Owner: nobody yet', children }: OwnersProps) {
  return (
    <p className={className}>
      {children}
      {first ? <Named label="Owner" owner={first} /> : nobody}
      {' · '}
      {second ? <Named label="Second owner" owner={second} /> : 'No second owner'}
    </p>
  );
}

function Named({ label, owner: { name, address } }: { label: string; owner: Owner }) {
  return (
    <>
      {label}: <bdi>{name}</bdi>
      {address === null && ' (No address)'}
    </>
  );
}
