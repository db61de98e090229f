import { needs } from '../../../auth/middleware.server.ts';
import { Rejected } from '../../../domain/errors.ts';
import { noteAccepted } from '../../../domain/mail/accepted.ts';
import { writeTestMail } from '../../../domain/mail/test-mail.ts';
import { resource } from '../../../http/actions.ts';
import { tryMail } from '../../../mail/try-mail.ts';

export const middleware = [needs('handle responses')];

const NOT_SET_UP = 'No mail server is set up, so no mail can be sent. The person who runs the site can add one.';

/** Answers once the mail server has answered, or after half a minute. */
export const action = resource({
  async POST({ site: { db, club, mailing, settings }, actor }) {
    const { smtpUrl, publicUrl } = settings;
    const { name, email: address } = club.club;
    const mail = writeTestMail(actor, mailing);
    if (smtpUrl === undefined) throw new Rejected(NOT_SET_UP);
    const tried = await tryMail({ smtpUrl, publicUrl, from: () => ({ name, address }) }, mail);
    if (tried.isTaken) await db.write(noteAccepted);
    return { ...tried, recipient: mail.recipient };
  },
});
