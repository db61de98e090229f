import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { invite, listInvitations, withdrawInvitation } from '../../../domain/users/invitations.ts';
import { committeesInput } from '../../../domain/users/invitation-input.ts';
import { listPeople } from '../../../domain/users/people.ts';
import { ROLES } from '../../../domain/roles.ts';
import { changeRole } from '../../../domain/users/set-role.ts';
import { toLoader, toAction } from '../../../http/actions.ts';
import { useDialogAddress } from '../../../ui/admin/dialog-address.ts';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { TableToolbar } from '../../../ui/admin/table-toolbar.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import type { Route } from './+types/people';
import { InviteDialog, Invitations } from './invitations.tsx';
import { PeopleTable } from './people-table.tsx';

export const handle = { topics: ['user', 'committee'] } satisfies LiveHandle;

export const meta = screenHead({
  title: 'People',
  description: 'Who may do what in the admin area.',
  path: '/admin/people',
});

export const middleware = [needs('manage the club')];

export const loader = toLoader(async ({ site: { db, clock, settings }, actor }) => {
  const [people, invitations] = await Promise.all([listPeople(db, actor), listInvitations(db, actor)]);
  return { people, invitations, clock, isMailSetUp: settings.smtpUrl !== undefined };
});

const key = z.string().min(1).max(768);

const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('invite'), input: z.unknown() }),
  z.strictObject({ verb: z.literal('withdraw'), key }),
  z.strictObject({ verb: z.literal('change role'), key, role: z.enum(ROLES).nullable(), committees: committeesInput }),
]);

export const action = toAction(async ({ site: { db, mailing }, actor, read }) => {
  const sent = await read(command);
  if (sent.verb === 'invite') await invite(db, actor, mailing, sent.input);
  else if (sent.verb === 'withdraw') await withdrawInvitation(db, actor, sent.key);
  else await changeRole(db, actor, sent.key, sent.role, sent.committees);
});

export default function People({ loaderData: { people, invitations, clock, isMailSetUp } }: Route.ComponentProps) {
  const { dialog, add, close } = useDialogAddress();
  return (
    <AdminScreen title="People">
      <TableToolbar>
        <Button onClick={add}>Invite someone</Button>
        <ButtonLink quiet to="/admin/committees">
          Committees
        </ButtonLink>
      </TableToolbar>
      <PeopleTable people={people} clock={clock} />
      <Invitations invitations={invitations} clock={clock} isMailSetUp={isMailSetUp} />
      {dialog?.kind === 'add' && <InviteDialog isMailSetUp={isMailSetUp} onClose={close} />}
    </AdminScreen>
  );
}
