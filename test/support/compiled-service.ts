import { type BuildOptions, buildRelease } from '../../build-index/units/build-release.ts';
import { serveIndex } from './compiled-release.ts';
import { silentProgress } from './silent-progress.ts';

export { testFolder } from './test-folder.ts';

/** Status and parsed JSON body. */
interface Answer {
  status: number;
  body: any;
}

export interface CompiledService {
  index: string;
  id: string;
  /** @param path below /rest */
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
}

/** Compiles dump folders, or genomes of files, and serves the result inside the test process. */
export async function compileAndServe(
  dumps: string[],
  index: string,
  options: BuildOptions = {},
): Promise<CompiledService> {
  const { id } = await buildRelease(dumps, index, silentProgress, options);
  const service = await serveIndex(index);
  const answer = ({ status, json }: { status: number; json: any }): Answer => ({ status, body: json });
  return {
    index,
    id,
    get: async (path) => answer(await service.get(path)),
    post: async (path, body) => answer(await service.post(path, body)),
  };
}
