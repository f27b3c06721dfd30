/** Opens the Chromium of this machine with its debugging protocol. Downloads nothing. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { present } from '../../../src/checked.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of the browser: $CHROMIUM, or one of its names on the PATH; null if there is none. */
export function chromiumPath(): string | null {
  const candidates = [
    process.env.CHROMIUM,
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ];
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
}

/** Suffix for the names of tests that are skipped without it. */
export const NEEDS_CHROMIUM = chromiumPath() ? '' : ' (needs Chromium on the PATH or at $CHROMIUM)';

export function openBrowser(): Promise<Browser> {
  // Containers run as root and have little shared memory.
  return chromium.launch({
    executablePath: present(chromiumPath(), 'Chromium'),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}
