import { useId } from 'react';
import { invitationInput } from '../../../domain/users/invitation-input.ts';
import type { Invitation } from '../../../domain/users/invitations.ts';
import { INVITATION_DAYS } from '../../../domain/day-count.ts';
import { ROLE_NAMES, ROLES } from '../../../domain/roles.ts';
import { formatDay, formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { PEOPLE_ADDRESS } from './people-address.ts';
import styles from './people.module.css';

export function Invitations({ invitations, clock }: { invitations: Invitation[]; clock: ClubClock }) {
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations-heading">
      <h2 id="invitations-heading" className={styles.heading}>
        Open invitations
      </h2>
      <ul className={styles.list} role="list">
        {invitations.map((invitation) => (
          <OpenInvitation key={invitation.key} invitation={invitation} clock={clock} />
        ))}
      </ul>
    </section>
  );
}

function OpenInvitation({ invitation, clock }: { invitation: Invitation; clock: ClubClock }) {
  const id = useId();
  const { email, role, invitedBy, invitedAt, endsAt } = invitation;
  const sender = useSend(
    (answer) => {
      if (!answer.ok) return sayFailure(answer.error);
      say(`The invitation of ${email} was withdrawn`);
      // The button goes with its invitation.
      return document.querySelector('main')?.focus({ preventScroll: true });
    },
    { action: PEOPLE_ADDRESS },
  );
  return (
    <li className={styles.invitation}>
      <div>
        <strong id={id} className={styles.address}>
          {email}
        </strong>
        <span className={styles.facts}>
          {ROLE_NAMES[role]}, invited{invitedBy && ` by ${invitedBy}`} on {formatMoment(invitedAt, clock)}, until{' '}
          {formatDay(endsAt, clock)}
        </span>
      </div>
      <Button
        quiet
        aria-describedby={id}
        aria-disabled={sender.busy || undefined}
        onClick={() => sender.send({ verb: 'withdraw', key: invitation.key })}
      >
        Withdraw
      </Button>
    </li>
  );
}

const NAMES = ROLES.map((role) => ROLE_NAMES[role]);

interface InvitationValues {
  email: string;
  role: string;
}

const LABELS = { email: 'Email', role: 'Role' };

export function InviteDialog({ isMailSetUp, onClose }: { isMailSetUp: boolean; onClose: () => void }) {
  const form = useRecordForm<InvitationValues, never>({
    initial: { email: '', role: ROLE_NAMES.events },
    schema: invitationInput,
    toInput: ({ email, role }) => ({ email, role: ROLES.find((one) => ROLE_NAMES[one] === role) }),
    payload: (input) => ({ verb: 'invite', input }),
    action: PEOPLE_ADDRESS,
    onSaved: () => {
      say(`${form.values.email.trim()} is invited`);
      onClose();
    },
  });
  return (
    <RecordDialog title="Invite someone" submitLabel="Send invitation" {...{ form, labels: LABELS, onClose }}>
      <p className={styles.note}>
        {isMailSetUp
          ? `They get a link by email, and the role once they sign in with this address within ${INVITATION_DAYS} days.`
          : `No mail server is set up: ask them yourself to sign in with this address within ${INVITATION_DAYS} days to get the role.`}
      </p>
      <BoundTextField field={form.bind('email')} label={LABELS.email} type="email" required autoComplete="off" />
      <SelectField field={form.bind('role')} label={LABELS.role} options={NAMES} />
    </RecordDialog>
  );
}
