/** Reads the memory of a Worker's isolate in workerd from its inspector (Chrome DevTools Protocol). */
import { json, parseJson } from '../../support/json.ts';

/** All values are bytes. */
export interface HeapUse {
  /** Objects of the script, its compiled code, strings. */
  objects: number;
  /** Memory outside of the heap: buffers and memories of WebAssembly. */
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
  /** The execution context of the Worker's script. */
  #context: number | null = null;
  /** Id of a prototype without instances. */
  #marker: Promise<string> | null = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error, method, params } = parseJson<Message>(String(data));
      if (method === 'Runtime.executionContextCreated') this.#context = params?.context?.id ?? null;
      const waiting = id === undefined ? undefined : this.#waiting.get(id);
      if (id === undefined || !waiting) return;
      this.#waiting.delete(id);
      if (error) waiting.reject(new Error(error.message));
      else waiting.resolve(result);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error('The inspector of workerd closed the connection'));
      this.#waiting.clear();
    });
  }

  /** @param inspector address of the inspector of a workerd that runs one Worker, perhaps with those of Miniflare */
  static async open(inspector: URL): Promise<IsolateHeap> {
    const targets = await json<Target[]>(fetch(`http://${inspector.host}/json`));
    // Miniflare's own Workers, such as the simulated bucket, are other isolates.
    const target = targets.find(({ id }) => id.startsWith('core:user:'));
    if (!target) throw new Error('The inspector of workerd lists no Worker');
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

  /** Memory in use, including uncollected garbage. Answered between two turns of the Worker. */
  async use(): Promise<HeapUse> {
    const { usedSize, backingStorageSize = 0 } = await this.#ask<{ usedSize: number; backingStorageSize?: number }>(
      'Runtime.getHeapUsage',
    );
    return { objects: usedSize, buffers: backingStorageSize };
  }

  /** Memory in use after garbage collection. */
  async live(): Promise<HeapUse> {
    // V8 collects garbage before it queries objects. In workerd, HeapProfiler.collectGarbage never answers.
    await this.#ask('Runtime.queryObjects', { prototypeObjectId: await (this.#marker ??= this.#makeMarker()) });
    return this.use();
  }

  async #makeMarker(): Promise<string> {
    const { result } = await this.#ask<{ result: { objectId: string } }>('Runtime.evaluate', {
      expression: '(class Marker {}).prototype',
      contextId: this.#context,
    });
    return result.objectId;
  }

  close(): void {
    this.#socket.close();
  }

  #ask<T>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
