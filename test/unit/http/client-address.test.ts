import { expect, test } from 'vitest';
import { clientOf } from '../../../src/http/rate-limit.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:ffff::]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s belongs to the client %s', (text, client) => expect(clientOf(text)).toBe(client));

test.each(['', 'unknown', '_hidden', '1.2.3', '1:2:3', '::1::', '[::1', 'a'.repeat(10_000), '2001:db8::1/../x'])(
  '%j is not an address',
  (text) => expect(clientOf(text)).toBe(null),
);
