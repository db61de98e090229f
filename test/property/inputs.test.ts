import { vi } from 'vitest';
import { everyInput } from './inputs.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

everyInput(RUNS);
