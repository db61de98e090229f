import { useContext } from 'react';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { useCan } from '../../../ui/admin/role.ts';
import { CommitteesContext } from '../club-contexts.ts';
import { Checkbox } from '../../../ui/form/field.tsx';
import { HomePart } from './sections.tsx';

/** A choice of the person who looks at it, if there are committees that may propose something. */
export function MailProposals({ isOn, account }: { isOn: boolean; account: string }) {
  const run = useCommands();
  const { options } = useContext(CommitteesContext);
  const mayDecide = useCan('change events');
  if (!mayDecide || options.length === 0) return null;
  return (
    <HomePart title="Your account">
      <p>
        <bdi>{account}</bdi>
      </p>
      <Checkbox
        label="Email me about proposals"
        name="mailProposals"
        defaultChecked={isOn}
        onChange={({ currentTarget }) =>
          run({
            payload: { verb: 'mail proposals', isOn: currentTarget.checked },
            done: currentTarget.checked
              ? 'You get an email about each proposal'
              : 'You get no more emails about proposals',
          })
        }
      />
    </HomePart>
  );
}
