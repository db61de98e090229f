import { vi } from 'vitest';
import { testRoutes } from './every-route.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

testRoutes(RUNS);
