import { useId, useMemo, useState } from 'react';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { invitationInput } from '../../../domain/users/invitation-input.ts';
import { invite, listInvitations, withdrawInvitation, type Invitation } from '../../../domain/users/invitations.ts';
import { listPeople, type Person } from '../../../domain/users/people.ts';
import { isRole, ROLE_NAMES, ROLES, type Role } from '../../../domain/users/roles.ts';
import { changeRole } from '../../../domain/users/set-role.ts';
import { readCommand, toActionResult, toLoaderData } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { mailingClub } from '../../../mail/mailing-club.ts';
import { formatDay, formatViewTime, type ClubClock } from '../../../time/club-time.ts';
import { DataTable } from '../../../ui/admin/data-table.tsx';
import { Dialog, DialogBody, SaveBar } from '../../../ui/admin/dialog.tsx';
import { useDialogAddress } from '../../../ui/admin/dialog-address.ts';
import { BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { Notices } from '../../../ui/admin/notices.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import { TableToolbar } from '../../../ui/admin/table-toolbar.tsx';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { useProblem, useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import field from '../../../ui/form/field.module.css';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import type { Route } from './+types/people';
import styles from './people.module.css';

export const handle = { topics: ['user'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'People', description: 'Who may do what in the admin area.', path: '/admin/people' });

export const middleware = [needs('manage the club')];

export function loader({ context }: Route.LoaderArgs) {
  const { db, clock, settings } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toLoaderData(async () => {
    const [people, invitations] = await Promise.all([listPeople(db, actor), listInvitations(db, actor)]);
    return { people, invitations, clock, isMailSetUp: settings.smtpUrl !== undefined };
  });
}

const key = z.string().min(1).max(768);

const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('invite'), input: z.unknown() }),
  z.strictObject({ verb: z.literal('withdraw'), key }),
  z.strictObject({ verb: z.literal('change role'), key, role: z.enum(ROLES).nullable() }),
]);

export function action({ request, context }: Route.ActionArgs) {
  const { db, club, settings } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toActionResult(async () => {
    const asked = await readCommand(request, command);
    if (asked.verb === 'invite') await invite(db, actor, mailingClub(club, settings.publicUrl), asked.input);
    else if (asked.verb === 'withdraw') await withdrawInvitation(db, actor, asked.key);
    else await changeRole(db, actor, asked.key, asked.role);
  });
}

type PersonRow = Person & { key: string };

export default function People({ loaderData: { people, invitations, clock, isMailSetUp } }: Route.ComponentProps) {
  const rows = useMemo(() => people.map((person) => ({ ...person, key: person.uid })), [people]);
  const [removing, setRemoving] = useState<PersonRow>();
  const columns = useMemo(() => columnsIn(clock, setRemoving), [clock]);
  const { dialog, add, close } = useDialogAddress();
  return (
    <AdminScreen title="People">
      <TableToolbar>
        <Button onClick={add}>Invite someone</Button>
      </TableToolbar>
      <DataTable
        caption="Who has access"
        rows={rows}
        columns={columns}
        nameOf={nameOf}
        empty="Nobody has a role. Whoever runs the site can give one: npm run club -- grant EMAIL"
      />
      <RolesExplained />
      {invitations.length > 0 && <Invitations invitations={invitations} clock={clock} />}
      {dialog?.kind === 'add' && <InviteDialog isMailSetUp={isMailSetUp} onClose={close} />}
      {removing && <RemoveAccess person={removing} onClose={() => setRemoving(undefined)} />}
    </AdminScreen>
  );
}

function nameOf({ name, email, uid }: Pick<Person, 'name' | 'email' | 'uid'>): string {
  return name || email || uid;
}

function columnsIn(clock: ClubClock, onRemove: (person: PersonRow) => void) {
  return [
    {
      header: 'Name',
      cell: (person: PersonRow) => (
        <>
          <bdi>{nameOf(person)}</bdi>
          {person.isSelf && <span className={styles.self}>You</span>}
        </>
      ),
    },
    { header: 'Email', cell: ({ email }: PersonRow) => <span className={styles.line}>{email}</span> },
    { header: 'Role', cell: (person: PersonRow) => <RoleOf person={person} /> },
    {
      header: 'Last sign-in',
      cell: ({ signedInAt }: PersonRow) => (
        <span className={`${styles.line} ${styles.when}`}>
          {signedInAt === null ? 'Not noted yet' : formatViewTime(signedInAt, clock)}
        </span>
      ),
    },
    {
      header: 'Access',
      cell: (person: PersonRow) => (
        <Button quiet aria-label={`Remove ${nameOf(person)}`} onClick={() => onRemove(person)}>
          Remove
        </Button>
      ),
    },
  ];
}

function RoleOf({ person }: { person: PersonRow }) {
  const name = nameOf(person);
  const [chosen, setChosen] = useState<Role>();
  const sender = useSend((answer) => {
    if (answer.ok) say(`${name} has the role ${ROLE_NAMES[chosen ?? person.role]} now`);
    else sayFailure(answer.error);
    setChosen(undefined);
  });
  const choose = (role: string) => {
    if (!isRole(role) || sender.busy) return;
    setChosen(role);
    sender.send({ verb: 'change role', key: person.uid, role });
  };
  return (
    <select
      className={`${field.input} ${styles.role}`}
      aria-label={`Role of ${name}`}
      value={chosen ?? person.role}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </select>
  );
}

const MAY: Record<Role, string> = {
  admin: 'everything, also people, personal data and the trash',
  editor: 'the team, the menu, cards, files and texts',
  events: 'events with their forms, responses, messages and the door',
  viewer: 'look at all of it, without responses',
};

function RolesExplained() {
  return (
    <details className={styles.roles}>
      <summary>What each role may do</summary>
      <dl>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{ROLE_NAMES[role]}</dt>
            <dd>{MAY[role]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Invitations({ invitations, clock }: { invitations: Invitation[]; clock: ClubClock }) {
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
  const sender = useSend((answer) => {
    if (answer.ok) say(`The invitation of ${email} was withdrawn`);
    else sayFailure(answer.error);
  });
  return (
    <li className={styles.invitation}>
      <div>
        <strong id={id} className={styles.address}>
          {email}
        </strong>
        <span className={styles.facts}>
          {ROLE_NAMES[role]}, invited{invitedBy && ` by ${invitedBy}`} on {formatViewTime(invitedAt, clock)}, until{' '}
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

function InviteDialog({ isMailSetUp, onClose }: { isMailSetUp: boolean; onClose: () => void }) {
  const form = useRecordForm<InvitationValues, never>({
    initial: { email: '', role: ROLE_NAMES.events },
    schema: invitationInput,
    toInput: ({ email, role }) => ({ email, role: ROLES.find((one) => ROLE_NAMES[one] === role) }),
    payload: (input) => ({ verb: 'invite', input }),
    onSaved: () => {
      say(`${form.values.email.trim()} is invited`);
      onClose();
    },
  });
  return (
    <RecordDialog title="Invite someone" submitLabel="Send invitation" {...{ form, labels: LABELS, onClose }}>
      <p className={styles.note}>
        {isMailSetUp
          ? 'They get a link to the sign-in by email. The role is theirs once they sign in with this address; the invitation ends after 30 days.'
          : 'No mail server is set up, so nothing can be sent: tell them yourself to sign in with this address within 30 days. The role is theirs then.'}
      </p>
      <BoundTextField field={form.bind('email')} label={LABELS.email} type="email" required autoComplete="off" />
      <SelectField field={form.bind('role')} label={LABELS.role} options={NAMES} />
    </RecordDialog>
  );
}

function RemoveAccess({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const name = nameOf(person);
  const [problem, setProblem] = useProblem();
  const sender = useSend((answer) => {
    if (!answer.ok) return setProblem(answer);
    say(`${name} has no access any more`);
    onClose();
  });
  const remove = () => {
    setProblem(undefined);
    sender.send({ verb: 'change role', key: person.uid, role: null });
  };
  return (
    <Dialog title="Remove access" onClose={onClose} small>
      <DialogBody>
        <p>
          <bdi>{name}</bdi> loses the role {ROLE_NAMES[person.role]} at once, on every device. What they have done
          stays. You can invite them again at any time.
        </p>
      </DialogBody>
      <SaveBar>
        <Notices problem={problem} offline="Nothing can be changed before you are back online." />
        <Button quiet onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button onClick={remove} aria-disabled={sender.busy || undefined}>
          {sender.busy ? 'Removing…' : 'Remove'}
        </Button>
      </SaveBar>
    </Dialog>
  );
}
