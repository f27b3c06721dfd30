import { json, parseJson } from '../../support/json.ts';
import { present } from '../../../src/checked.ts';
/** The memory of a Worker's isolate in workerd, as its inspector tells it (Chrome DevTools Protocol). */

/** Bytes. */
export interface HeapUse {
  /** Objects of the script, its compiled code, strings. */
  objects: number;
  /** What stands outside the heap and hangs on it: bytes of buffers, memories of WebAssembly. */
  buffers: number;
}

interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method?: string;
  params?: { context?: { id: number } };
}

interface Target {
  id: string;
  webSocketDebuggerUrl: string;
}

export class IsolateHeap {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(value: any): void; reject(error: Error): void }>();
  #asked = 0;
  /** Where the Worker's script runs. */
  #context: number | null = null;
  /** Id of a prototype without instances. */
  #marker: Promise<string> | null = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error, method, params } = parseJson<Message>(String(data));
      if (method === 'Runtime.executionContextCreated') this.#context = params?.context?.id ?? null;
      const waiting = this.#waiting.get(id ?? -1);
      if (!waiting) return;
      this.#waiting.delete(present(id, 'id'));
      if (error) waiting.reject(new Error(error.message));
      else waiting.resolve(result);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The inspector of workerd has gone'));
      this.#waiting.clear();
    });
  }

  /**
   * @param inspector address of the inspector of a workerd that runs one Worker of ours, perhaps with Miniflare's own
   *   beside it
   */
  static async open(inspector: URL): Promise<IsolateHeap> {
    const targets = await json<Target[]>(fetch(`http://${inspector.host}/json`));
    // Miniflare's own Workers, its simulation of the bucket among them, are isolates beside it.
    const target = targets.find(({ id }) => id.startsWith('core:user:'));
    if (!target) throw new Error('The inspector of workerd shows no Worker');
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () =>
        reject(new Error(`The inspector of workerd does not answer at ${target.webSocketDebuggerUrl}`)),
      );
    });
    const heap = new IsolateHeap(socket);
    await heap.#ask('Runtime.enable');
    return heap;
  }

  /** What is in use, garbage that has not been collected included. Answered between two turns of the Worker. */
  async use(): Promise<HeapUse> {
    const { usedSize, backingStorageSize = 0 } = (await this.#ask('Runtime.getHeapUsage')) as {
      usedSize: number;
      backingStorageSize?: number;
    };
    return { objects: usedSize, buffers: backingStorageSize };
  }

  /** What is in use once everything that nobody holds any more has been collected. */
  async live(): Promise<HeapUse> {
    // V8 collects garbage before it looks for objects. In workerd, HeapProfiler.collectGarbage never answers.
    await this.#ask('Runtime.queryObjects', { prototypeObjectId: await (this.#marker ??= this.#makeMarker()) });
    return this.use();
  }

  async #makeMarker(): Promise<string> {
    const { result } = (await this.#ask('Runtime.evaluate', {
      expression: '(class Marker {}).prototype',
      contextId: this.#context,
    })) as { result: { objectId: string } };
    return result.objectId;
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
