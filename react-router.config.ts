import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // All routes are known from the start: one cacheable file instead of a request per hovered link.
  routeDiscovery: { mode: 'initial' },
  // What a route loads by itself is a few lines: a file of its own would weigh as much again, and be waited for.
  splitRouteModules: false,
} satisfies Config;
