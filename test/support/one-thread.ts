/**
 * Test files run on all cores at once, so DuckDB and the compression of blocks get one thread in builds of this
 * process. Builds in processes of their own are not affected.
 */
import { DEFAULT_SHARE, takeDuckdbShare } from '../../build-index/dump/duckdb-share.ts';

takeDuckdbShare({ ...DEFAULT_SHARE, threads: 1 });
