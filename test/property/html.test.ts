import { vi } from 'vitest';
import { testHtml } from './html.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

testHtml(RUNS);
