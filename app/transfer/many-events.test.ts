import { testRoundTrip } from '../../test/round-trip.ts';

// More than one batch and one piece of the file; the hundred thousand of test/long take half a minute.
testRoundTrip(5_000);
