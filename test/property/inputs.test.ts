import { vi } from 'vitest';
import { testInputs } from './inputs.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

testInputs(RUNS);
