import { vi } from 'vitest';
import { everyMoment } from './dates.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

everyMoment(RUNS);
