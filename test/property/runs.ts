/** How many inputs each property is tried with; the heavy rounds try 25 times as many. */
export const RUNS = {
  requests: 400,
  requestsOnPostgres: 100,
  imports: 40,
  importedPages: 5,
  inputs: 400,
  html: 1000,
  dates: 120,
  addresses: 1500,
};

export const LONG_RUN_FACTOR = 25;

export type Runs = typeof RUNS;

/** The same, so many times. */
export function multiplyRuns(times: number): Runs {
  return {
    requests: RUNS.requests * times,
    requestsOnPostgres: RUNS.requestsOnPostgres * times,
    imports: RUNS.imports * times,
    importedPages: RUNS.importedPages * times,
    inputs: RUNS.inputs * times,
    html: RUNS.html * times,
    dates: RUNS.dates * times,
    addresses: RUNS.addresses * times,
  };
}
