/** Test files run on all cores at once, so a build within a test gets one thread. */
import { totalmem } from 'node:os';
import { takeDuckdbShare } from '../../build-index/dump/duckdb-share.ts';

takeDuckdbShare({ memory: Math.min(3e9, totalmem() / 2), threads: 1 });
