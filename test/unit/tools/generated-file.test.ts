import { expect, test } from 'vitest';
import { jsonModule } from '../../../tools/generated-file.ts';

test('a module with JSON has the value as text, without letters beyond Latin-1', async () => {
  const value = { text: 'a `b` $'.concat('{c} $ref \\n " \n \u2028 🧬 ²'), list: [1, null] };
  const source = jsonModule('VALUE', value, 'here');
  expect(source).not.toMatch(/[\u0100-\uffff]/);
  expect(source).toContain('$ref');
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  expect(JSON.parse(module.VALUE)).toEqual(value);
});
