/**
 * Property tests draw the same cases in every run; `SEED=n npm test` draws others, `RUNS=n` so many for each that does
 * not say how many.
 */
import fc from 'fast-check';

const { SEED = 20_261_121, RUNS } = process.env;
fc.configureGlobal({ seed: Number(SEED), ...(RUNS ? { numRuns: Number(RUNS) } : {}) });
