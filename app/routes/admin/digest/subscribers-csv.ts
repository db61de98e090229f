import { needs } from '../../../auth/middleware.server.ts';
import { subscribersFile } from '../../../domain/digest/officers.ts';
import { csvLoader } from '../../../http/actions.ts';
import { withDigest } from '../../require-digest.server.ts';

export const middleware = [withDigest, needs('manage the club')];

export const loader = csvLoader(({ site: { db, clock }, actor }) => subscribersFile(db, actor, clock.timeZone));
