/** Who a client is to the limit of requests: an address, or the network that one subscriber has. */

const IPV4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
/** An address as proxies write it: alone, or with a port, IPv6 then in brackets. */
const WRITTEN = new RegExp(String.raw`^(?:(${IPV4})(?::\d+)?|\[([\da-f:.]+)(?:%\w+)?\](?::\d+)?|([\da-f:.]*:[\da-f:.]*)(?:%\w+)?)$`, 'i');

/**
 * The name of whoever has an address. Of IPv6 the first 64 bits: a subscriber has at least so many addresses, and would never run out of
 * them. Null for a text that is no address.
 */
export function clientOf(text: string): string | null {
  const [, v4, bracketed, v6 = bracketed] = WRITTEN.exec(text.trim()) ?? [];
  if (v4 !== undefined) return v4;
  if (v6 === undefined) return null;
  // IPv4 as a socket for both kinds tells it.
  const [mapped] = new RegExp(`(?<=^::ffff:)${IPV4}$`, 'i').exec(v6) ?? [];
  if (mapped !== undefined) return mapped;
  const url = `http://[${v6}]/`;
  return URL.canParse(url) ? network(new URL(url).hostname.slice(1, -1)) : null;
}

/** The first four of eight groups of an address in its canonical form, which leaves out the longest run of zeros. */
function network(address: string): string {
  const [head = '', tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]?] | [];
  const groups = tail === undefined ? [...head] : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
