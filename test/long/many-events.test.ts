import { testRoundTrip } from '../round-trip.ts';

testRoundTrip(100_000);
