/** Property tests draw the same cases in every run; `SEED=n npm test` draws others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
