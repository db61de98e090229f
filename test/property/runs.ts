/** How many inputs each property is tried with; the heavy rounds try ten times as many. */
export const RUNS = {
  requests: 1000,
  requestsOnPostgres: 300,
  imports: 100,
  importedPages: 5,
  inputs: 400,
  html: 1000,
  dates: 120,
  addresses: 1500,
};

export const LONG_RUN_FACTOR = 10;

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
