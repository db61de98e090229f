import { inOutAndInAgain } from '../../test/many-events.ts';

// More than one batch and one piece of the file; the hundred thousand of test/long take half a minute.
inOutAndInAgain(5_000);
