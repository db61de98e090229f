import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { publishProposal, sendBack } from '../../../../domain/event-changes/proposals.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/proposal';

export const middleware = [needs('change events')];

const version = z.int().min(0);
const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('publish'), version }),
  z.strictObject({ verb: z.literal('send back'), version, input: z.unknown() }),
]);

export const action = resource({
  async POST({ site: { db, mailing }, actor, params: { id: key }, read }: ActionInput<Route.ActionArgs>) {
    const sent = await read(command);
    if (sent.verb === 'publish') return publishProposal(db, actor, { key, version: sent.version }, mailing);
    return sendBack(db, actor, { key, version: sent.version, input: sent.input }, mailing);
  },
});
