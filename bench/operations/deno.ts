/** The measured service on Deno, reading from a folder: `deno run … bench/operations/deno.ts DIR` */
import { at } from '../../src/checked.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { measuredService } from './measured-service.ts';

/** The part of Deno's API that is used here. The project's types do not include Deno. */
declare const Deno: {
  args: string[];
  serve(
    options: { port: number; hostname: string; onListen(address: { port: number }): void },
    handler: (request: Request) => Response | Promise<Response>,
  ): unknown;
};

const onListen = ({ port }: { port: number }) => console.log(`Listening on http://127.0.0.1:${port}`);
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, measuredService(new LocalFolder(at(Deno.args, 0))));
