import { startSender } from '../app/mail/sender.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { club } from './outbox.ts';

// A process that sends the outbox of DATA_DIR to SMTP_URL, for tests that kill it in the middle.
const [dataDir = '', smtpUrl = ''] = process.argv.slice(2);
const db = await openDatabase({ dataDir });
startSender(db, { smtpUrl, from: () => ({ name: club.name, address: club.email }), publicUrl: club.publicUrl });
setInterval(() => {}, 1000);
