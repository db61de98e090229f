import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // All routes are known from the start: one cacheable file instead of a request per hovered link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
