import { inOutAndInAgain } from '../many-events.ts';

inOutAndInAgain(100_000);
