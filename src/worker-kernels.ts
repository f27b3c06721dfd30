/**
 * Passes the WebAssembly modules of the Worker's bundle to the kernels: a Worker may not compile modules at run time.
 */
import { CHECKSUM, openChecksum } from './index/kernels/checksum.ts';
import checksum from './index/kernels/checksum.wasm';
import { GENOTYPE_UNPACKING, openGenotypeUnpacking } from './index/kernels/genotype-unpacking.ts';
import genotypeUnpacking from './index/kernels/genotype-unpacking.wasm';
import { openUnpacking, UNPACKING } from './index/kernels/unpacking.ts';
import unpacking from './index/kernels/unpacking.wasm';
import { PAIR_SCREEN } from './linkage/pair-screen.ts';
import pairScreen from './linkage/pair-screen.wasm';
import { openWindowKernel, WINDOW_SCREEN } from './linkage/window-screen.ts';
import windowScreen from './linkage/window-screen.wasm';

CHECKSUM.use(checksum);
GENOTYPE_UNPACKING.use(genotypeUnpacking);
UNPACKING.use(unpacking);
PAIR_SCREEN.use(pairScreen);
WINDOW_SCREEN.use(windowScreen);
// Instantiated while the script loads, which counts towards no request.
openWindowKernel();
openChecksum();
openUnpacking();
openGenotypeUnpacking();
