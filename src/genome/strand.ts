/** The strand of a stretch of a seq region: forward, reverse, or 0 for what is on neither or both. */
export type Strand = 1 | -1 | 0;
