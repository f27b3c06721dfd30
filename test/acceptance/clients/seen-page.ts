/** A page as a browser shows it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { at } from '../../../src/checked.ts';

export interface SeenPage {
  status: number;
  /** Whether the page is no wider than the window. */
  fits: boolean;
  drawings: number;
  /** Errors and warnings of the console. */
  complaints: string[];
  /** Broken rules of axe, each with its first element. */
  faults: [rule: string, element: string][];
  text: string;
}

/** @param width of the window in CSS pixels */
export async function seenPage(browser: Browser, address: string, width: number): Promise<SeenPage> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const response = await page.goto(address);
    const look =
      '({ width: document.documentElement.scrollWidth, drawings: document.querySelectorAll("main svg").length })';
    const shown = await page.evaluate<{ width: number; drawings: number }>(look);
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run({ resultTypes: ["violations"] })',
    );
    return {
      status: response?.status() ?? 0,
      fits: shown.width <= width,
      drawings: shown.drawings,
      complaints,
      faults: violations.map(({ id, nodes }) => [id, at(nodes, 0).html]),
      text: (await page.textContent('main')) ?? '',
    };
  } finally {
    await context.close();
  }
}
