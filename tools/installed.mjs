// Runs before scripts that newcomers run first. Any version of Node can run it, and it needs no package.
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../node_modules/commander', import.meta.url))) {
  console.error('The packages are not installed. Run: npm ci');
  process.exit(1);
}
