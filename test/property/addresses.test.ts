import { vi } from 'vitest';
import { testAddresses } from './addresses.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

testAddresses(RUNS);
