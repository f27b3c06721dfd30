/**
 * Property tests draw the same cases in every run. `SEED=n npm test` draws other cases; `RUNS=n` sets the number of
 * cases of each property that does not set its own.
 */
import fc from 'fast-check';

const { SEED = 20_261_121, RUNS } = process.env;
fc.configureGlobal({ seed: Number(SEED), ...(RUNS ? { numRuns: Number(RUNS) } : {}) });
