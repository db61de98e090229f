import { needs } from '../../../../auth/middleware.server.ts';
import { paymentsFile } from '../../../../domain/sign-ups/payments/payments-file.ts';
import { csvLoader, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/payments-csv';

export const middleware = [needs('handle payments')];

export const loader = csvLoader(({ site: { db, mailing }, actor, params: { id } }: ActionInput<Route.LoaderArgs>) =>
  paymentsFile(db, actor, id, mailing),
);
