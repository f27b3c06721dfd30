/** Gives the kernels the modules that come with a Worker: it may compile none as it runs, these are compiled when it is uploaded. */
import { CHECKSUM, crc32 } from './index/checksum.ts';
import checksum from './index/checksum.wasm';
import { GENOTYPE_UNPACKING, genotypeUnpacker } from './index/genotype-unpacking.ts';
import genotypeUnpacking from './index/genotype-unpacking.wasm';
import { recordUnpacker, UNPACKING } from './index/unpacking.ts';
import unpacking from './index/unpacking.wasm';
import { PAIR_SCREEN } from './linkage/pair-screen.ts';
import pairScreen from './linkage/pair-screen.wasm';
import { windowKernel, WINDOW_SCREEN } from './linkage/window-screen.ts';
import windowScreen from './linkage/window-screen.wasm';

CHECKSUM.use(checksum);
GENOTYPE_UNPACKING.use(genotypeUnpacking);
UNPACKING.use(unpacking);
PAIR_SCREEN.use(pairScreen);
WINDOW_SCREEN.use(windowScreen);
// Made here rather than by the first request.
windowKernel();
crc32(new Uint8Array());
recordUnpacker.open();
genotypeUnpacker.open();
