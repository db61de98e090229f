import type { Route } from './+types/handover';

export type HandoverData = Route.ComponentProps['loaderData'];
