import { everyAddress } from '../property/addresses.ts';
import { everyMoment } from '../property/dates.ts';
import { everyRoute } from '../property/every-route.ts';
import { everyText } from '../property/html.ts';
import { everyImport } from '../property/imports.ts';
import { everyInput } from '../property/inputs.ts';
import { LONGER, timesAsMany } from '../property/runs.ts';

const runs = timesAsMany(LONGER);

everyRoute(runs);
everyInput(runs);
everyImport(runs);
everyText(runs);
everyMoment(runs);
everyAddress(runs);
