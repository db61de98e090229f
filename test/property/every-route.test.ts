import { vi } from 'vitest';
import { everyRoute } from './every-route.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

everyRoute(RUNS);
