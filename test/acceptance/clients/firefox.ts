/**
 * Drives the Firefox of this machine by WebDriver BiDi, a protocol of JSON messages over a WebSocket. Playwright needs
 * a Firefox of its own. Downloads nothing.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { present } from '../../../src/checked.ts';
import { isObject, objectsOf, textOf, type JsonObject } from '../../../src/pages/views/json-fields.ts';

const NAMES = ['firefox', 'firefox-esr'];

/** Path of the browser: $FIREFOX, or one of its names on the PATH; null if there is none. */
export function firefoxPath(): string | null {
  const candidates = [
    process.env.FIREFOX,
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ];
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/** Suffix for the names of tests that are skipped without it. */
export const NEEDS_FIREFOX = firefoxPath() ? '' : ' (needs Firefox on the PATH or at $FIREFOX)';

/** Milliseconds until the browser must listen. */
const START_LIMIT = 30_000;

export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve: (value: JsonObject) => void; reject: (error: Error) => void }>();
  #last = 0;
  #context = '';
  /** Errors and warnings of the page, and answers of 400 and above. */
  complaints: string[] = [];

  private constructor(browser: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = browser;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  /** Starts a browser with an empty profile. */
  static async open(): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
    const browser = spawn(present(firefoxPath(), 'Firefox'), args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const socket = new WebSocket(`${await addressOf(browser)}/session`);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    const firefox = new Firefox(browser, profile, socket);
    await firefox.#send('session.new', { capabilities: {} });
    await firefox.#send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted'] });
    const { contexts } = await firefox.#send('browsingContext.getTree', {});
    firefox.#context = textOf(present(objectsOf(contexts)[0], 'a tab'), 'context');
    return firefox;
  }

  /** Loads a page completely, at a width of the window in CSS pixels. */
  async visit(url: string, width: number): Promise<void> {
    this.complaints = [];
    const viewport = { width, height: 800 };
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport });
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** The value of an expression in the page, as JSON. Waits for a promise. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.#send('script.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (!isObject(result)) throw new Error(JSON.stringify(exceptionDetails));
    return JSON.parse(textOf(result, 'value'));
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#socket.close();
    this.#process.kill('SIGTERM');
    await ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #send(method: string, params: object): Promise<JsonObject> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #receive(message: unknown): void {
    if (!isObject(message)) return;
    if (typeof message.id === 'number') {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === 'success') waiting?.resolve(isObject(message.result) ? message.result : {});
      else waiting?.reject(new Error(`${textOf(message, 'error')}: ${textOf(message, 'message')}`));
      return;
    }
    const params = isObject(message.params) ? message.params : {};
    if (message.method === 'log.entryAdded' && ['error', 'warn'].includes(textOf(params, 'level')))
      this.complaints.push(textOf(params, 'text'));
    const response = isObject(params.response) ? params.response : {};
    if (typeof response.status === 'number' && response.status >= 400)
      this.complaints.push(`${response.status} ${textOf(response, 'url')}`);
  }
}

/** The address at which the browser listens, which it writes to its error stream. */
function addressOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = '';
    const timer = setTimeout(() => {
      browser.kill('SIGKILL');
      reject(new Error(`Firefox does not listen: ${written.slice(-500)}`));
    }, START_LIMIT);
    browser.stderr?.on('data', (piece) => {
      written += String(piece);
      const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(written) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    browser.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${written.slice(-500)}`)));
  });
}
