/** Every operation of the service. Routing, documentation and the tests' coverage check read this list. */
import type { Operation } from './operation.ts';

export const operations: readonly Operation[] = [];
