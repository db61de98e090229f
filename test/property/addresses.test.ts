import { vi } from 'vitest';
import { everyAddress } from './addresses.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

everyAddress(RUNS);
