import { openDatabase } from '../app/db/open-database.server.ts';
import { startSender } from './outbox.ts';

// A process that sends the outbox of DATA_DIR to SMTP_URL, for tests that kill it in the middle.
const [dataDir = '', smtpUrl = ''] = process.argv.slice(2);
const db = await openDatabase({ dataDir });
startSender(db, smtpUrl);
setInterval(() => {}, 1000);
