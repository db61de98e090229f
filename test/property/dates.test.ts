import { vi } from 'vitest';
import { testDates } from './dates.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

testDates(RUNS);
