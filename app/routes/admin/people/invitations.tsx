import { useContext, useId } from 'react';
import { invitationInput } from '../../../domain/users/invitation-input.ts';
import type { Invitation } from '../../../domain/users/invitations.ts';
import { INVITATION_DAYS } from '../../../domain/users/invitation-days.ts';
import { ROLE_NAMES, ROLES } from '../../../domain/roles.ts';
import { formatDay, formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { CommitteesContext } from '../club-contexts.ts';
import { keysOf } from './committees-dialog.tsx';
import { BoundTextField, OptionsField, SelectField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { PEOPLE_ADDRESS } from './people-address.ts';
import * as rows from '../../../ui/admin/rows.module.css';
import * as styles from './people.module.css';

interface InvitationsProps {
  invitations: Invitation[];
  clock: ClubClock;
  isMailSetUp: boolean;
}

export function Invitations({ invitations, clock, isMailSetUp }: InvitationsProps) {
  const run = useCommands();
  const withdraw = ({ key, email }: Invitation) =>
    run({
      action: PEOPLE_ADDRESS,
      payload: { verb: 'withdraw', key },
      done: `The invitation of ${email} was withdrawn`,
      goes: true,
    });
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations-heading">
      <h2 id="invitations-heading" className={styles.heading}>
        Open invitations
      </h2>
      <SignInLink isMailSetUp={isMailSetUp} />
      <ul role="list">
        {invitations.map((invitation) => (
          <OpenInvitation
            key={invitation.key}
            invitation={invitation}
            clock={clock}
            onWithdraw={() => withdraw(invitation)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The link is no secret: people who sign in there with an invited address get the role. */
function SignInLink({ isMailSetUp }: Pick<InvitationsProps, 'isMailSetUp'>) {
  const { publicUrl } = useSiteFacts();
  const url = `${publicUrl}/auth/login`;
  return (
    <div className={styles.link}>
      <p>
        {isMailSetUp
          ? 'They are sent this link by email, and get the role when they sign in there with the invited address:'
          : 'No mail server is set up, so nobody got an email. Give them this link: they get the role when they sign in there with the invited address.'}
      </p>
      <p>
        <bdi>{url}</bdi> <CopyLink url={url} />
      </p>
    </div>
  );
}

interface OpenInvitationProps {
  invitation: Invitation;
  clock: ClubClock;
  onWithdraw: () => void;
}

function OpenInvitation({ invitation, clock, onWithdraw }: OpenInvitationProps) {
  const id = useId();
  const { email, role, invitedBy, invitedAt, endsAt } = invitation;
  return (
    <li className={rows.row}>
      <div>
        <strong id={id} className={rows.name}>
          {email}
        </strong>
        <span className={rows.facts}>
          {ROLE_NAMES[role]}, invited{invitedBy && ` by ${invitedBy}`} on {formatMoment(invitedAt, clock)}, until{' '}
          {formatDay(endsAt, clock)}
        </span>
      </div>
      <Button quiet aria-describedby={id} onClick={onWithdraw}>
        Withdraw
      </Button>
    </li>
  );
}

const NAMES = ROLES.map((role) => ROLE_NAMES[role]);

interface InvitationValues {
  email: string;
  role: string;
  /** The names of the committees. */
  committees: string[];
}

const LABELS = { email: 'Email', role: 'Role', committees: 'Committees' };

export function InviteDialog({ isMailSetUp, onClose }: { isMailSetUp: boolean; onClose: () => void }) {
  const { options } = useContext(CommitteesContext);
  const form = useRecordForm<InvitationValues, never>({
    labels: LABELS,
    initial: { email: '', role: ROLE_NAMES.events, committees: [] },
    schema: invitationInput,
    toInput: ({ email, role, committees }) => ({
      email,
      role: ROLES.find((one) => ROLE_NAMES[one] === role),
      committees: role === ROLE_NAMES.committee ? keysOf(options, committees) : [],
    }),
    payload: (input) => ({ verb: 'invite', input }),
    action: PEOPLE_ADDRESS,
    onSaved: () => {
      say(`${form.values.email.trim()} is invited`);
      onClose();
    },
  });
  return (
    <RecordDialog title="Invite someone" submitLabel="Send invitation" form={form} onClose={onClose}>
      <p className={styles.note}>
        {isMailSetUp
          ? `They get a link by email, and the role once they sign in with this address within ${INVITATION_DAYS} days.`
          : `No mail server is set up, so give them the link yourself: it will stand under ‘Open invitations’. They get the role once they sign in there with this address within ${INVITATION_DAYS} days.`}
      </p>
      <BoundTextField field={form.bind('email')} type="email" required />
      <SelectField field={form.bind('role')} options={NAMES} />
      {form.values.role === ROLE_NAMES.committee && (
        <OptionsField field={form.bind('committees')} options={options.map(({ name }) => name)} required />
      )}
    </RecordDialog>
  );
}
