/** The measured service on Deno, from a folder: `deno run … bench/operations/deno.ts DIR` */
import { LocalFolder } from '../../src/store/local-folder.ts';
import { measuredService } from './measured-service.ts';

/** The part of Deno used here, since the project's types are those of Web platforms. */
declare const Deno: {
  args: string[];
  serve(
    options: { port: number; hostname: string; onListen(address: { port: number }): void },
    handler: (request: Request) => Response | Promise<Response>,
  ): unknown;
};

const onListen = ({ port }: { port: number }) => console.log(`Listening on http://127.0.0.1:${port}`);
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, measuredService(new LocalFolder(Deno.args[0]!)));
