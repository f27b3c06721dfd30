/** A real browser: a Chromium that the machine has, driven over its debugging protocol. Nothing is downloaded. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { present } from '../../../src/checked.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of the browser: $CHROMIUM, or one of its names on the PATH; null where there is none. */
export function chromiumPath(): string | null {
  const candidates = [
    process.env.CHROMIUM,
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ];
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/** For the name of what is skipped without it. */
export const NEEDS_CHROMIUM = chromiumPath() ? '' : ' (needs Chromium on the PATH or at $CHROMIUM)';

export function openBrowser(): Promise<Browser> {
  // Containers run as root and lend little shared memory.
  return chromium.launch({
    executablePath: present(chromiumPath(), 'the result of chromiumPath'),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}
