import { testAddresses } from '../property/addresses.ts';
import { testDates } from '../property/dates.ts';
import { testRoutes } from '../property/every-route.ts';
import { testHtml } from '../property/html.ts';
import { testImports } from '../property/imports.ts';
import { testInputs } from '../property/inputs.ts';
import { LONG_RUN_FACTOR, multiplyRuns } from '../property/runs.ts';

const runs = multiplyRuns(LONG_RUN_FACTOR);

testRoutes(runs);
testInputs(runs);
testImports(runs);
testHtml(runs);
testDates(runs);
testAddresses(runs);
