import { vi } from 'vitest';
import { everyText } from './html.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

everyText(RUNS);
