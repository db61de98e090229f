import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { checkInput } from '../../../domain/check-input.ts';
import { noteInput } from '../../../domain/digest/note.ts';
import { leaveOut, removeSubscriber, saveNote, sendTestDigest, viewDigest } from '../../../domain/digest/officers.ts';
import { renderForMail } from '../../../guide/render-for-mail.ts';
import { toAction, toLoader } from '../../../http/actions.ts';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { NoMailServer } from '../../../ui/admin/no-mail-server.tsx';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { Button } from '../../../ui/button.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { placesShown } from '../../events/places-shown.ts';
import { requireDigest, withDigest } from '../../require-digest.server.ts';
import type { Route } from './+types/digest';
import { DigestPreview } from './digest-preview.tsx';
import * as styles from './digest.module.css';
import { NoteForm } from './note-form.tsx';
import { Subscribers } from './subscribers.tsx';

export const handle = { topics: ['digest', 'subscriber', 'event', 'form'], alsoOn: placesShown } satisfies LiveHandle;

export const meta = screenHead({
  title: 'Digest',
  description: 'The mail of the week, and who gets it.',
  path: '/admin/digest',
});

export const middleware = [withDigest, needs('write the digest')];

export const loader = toLoader(async ({ site, actor, request }) => {
  const schedule = requireDigest(site, request);
  return {
    ...(await viewDigest(site.db, actor, { club: site.mailing, schedule })),
    isMailSetUp: site.settings.smtpUrl !== undefined,
  };
});

const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('note'), version: z.int(), input: z.unknown() }),
  z.strictObject({ verb: z.literal('leave out'), isLeftOut: z.boolean() }),
  z.strictObject({ verb: z.literal('send me') }),
  z.strictObject({ verb: z.literal('remove'), key: z.string().min(1).max(768) }),
]);

export const action = toAction<object, object | void>(async ({ site, actor, request, read }) => {
  const { db, mailing } = site;
  const schedule = requireDigest(site, request);
  const sent = await read(command);
  if (sent.verb === 'leave out') return leaveOut(db, actor, schedule, sent.isLeftOut);
  if (sent.verb === 'send me') return sendTestDigest(db, actor, { club: mailing, schedule });
  if (sent.verb === 'remove') return removeSubscriber(db, actor, sent.key);
  const { note } = checkInput(noteInput, sent.input);
  const html = note === '' ? '' : await renderForMail(note, mailing.publicUrl);
  return saveNote(db, actor, schedule, { note, html, version: sent.version });
});

export default function Digest({ loaderData }: Route.ComponentProps) {
  const { count, day, next, isLeftOut, subject, content, nothing, subscribers, isMailSetUp } = loaderData;
  const run = useCommands();
  const sendMe = () => run({ payload: { verb: 'send me' }, done: 'It is on its way to you' });
  const leave = () =>
    run({
      payload: { verb: 'leave out', isLeftOut: !isLeftOut },
      done: isLeftOut ? 'It will be sent' : 'It will not be sent',
    });
  return (
    <AdminScreen title="Digest">
      <p
        className={styles.figures}
      >{`${count.toLocaleString('en')} ${count === 1 ? 'person gets' : 'people get'} it`}</p>
      <p className={styles.next}>
        {`Next one: ${next}`}
        {isLeftOut && <strong>{' This one is left out.'}</strong>}
      </p>
      {!isMailSetUp && <NoMailServer />}
      <div className={styles.buttons}>
        <Button quiet onClick={sendMe} disabled={nothing !== null}>
          Send me this one
        </Button>
        <Button quiet onClick={leave}>
          {isLeftOut ? 'Send it after all' : 'Leave this one out'}
        </Button>
      </div>
      <NoteForm key={day} note={content.note} />
      <DigestPreview subject={subject} content={content} nothing={nothing} />
      {subscribers && <Subscribers subscribers={subscribers} />}
    </AdminScreen>
  );
}
