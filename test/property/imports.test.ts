import { vi } from 'vitest';
import { testImports } from './imports.ts';
import { RUNS } from './runs.ts';

vi.setConfig({ testTimeout: 120_000 });

testImports(RUNS);
