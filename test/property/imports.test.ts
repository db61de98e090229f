import { vi } from 'vitest';
import { everyImport } from './imports.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

everyImport(RUNS);
