/** Texts that often break services, and ways to write a text into an address. */
import type { Random } from '../../../data/fictional/random.ts';

/** Each would run or change meaning if a page or XML contained it unescaped. No data contains them. */
export const MARKUP = [
  '<script>alert(7301)</script>',
  '"><img src=x onerror=alert(7302)>',
  '\'"onmouseover=alert(7303) x="',
  '</pre><svg/onload=alert(7304)>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(7305)</x:script>',
  '</title><b id=7306>',
  ']]><a7307>',
  '--><a7308>',
  '<!DOCTYPE a7309 [<!ENTITY e "f">]>',
] as const;

/** The header of an answer after successful header injection. */
export const INJECTED_HEADER = 'x-injected';
const INJECTIONS = [
  `%0d%0a${INJECTED_HEADER}:%201`,
  `%0a${INJECTED_HEADER}:1`,
  `%0d${INJECTED_HEADER}:1`,
  `%E5%98%8A%E5%98%8D${INJECTED_HEADER}:1`,
  `%0d%0a%0d%0aHTTP/1.1%20200%20OK%0d%0a${INJECTED_HEADER}:%201%0d%0a%0d%0a<script>alert(7301)</script>`,
];

/** Property names of every object. */
export const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'valueOf',
  'isPrototypeOf',
  'then',
  'toJSON',
  'length',
];

export const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1',
  '1.5',
  '1e3',
  '1e400',
  '-1e400',
  'NaN',
  'Infinity',
  '0x10',
  '0b1',
  '007',
  '+5',
  ' 5 ',
  '5abc',
  '٣',
  '1_000',
  '1,000',
  '2147483647',
  '2147483648',
  '4294967295',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999999999',
  '-9223372036854775808',
  '1e-400',
  '.5',
  '5.',
  '--5',
  '',
];

const TEXTS = [
  '',
  ' ',
  '\t',
  '.',
  '..',
  '...',
  '*',
  '%',
  '%%',
  '_',
  '?',
  '#',
  '&',
  ';',
  '=',
  '+',
  '|',
  '~',
  '^',
  '$',
  '`',
  "'",
  '"',
  '\\',
  '\\\\',
  '/',
  '//',
  '\u0000',
  'a\u0000b',
  '\r\n',
  '\u001b[31m',
  '\u007f',
  'ä',
  'Ω',
  '𝄞',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\ufffe',
  '\uffff',
  '\u2028',
  'I\u0307',
  'ß',
  'ﬁ',
  '日本語',
  'e\u0301',
  '\u{10ffff}',
  'null',
  'undefined',
  'true',
  'false',
  'None',
  '[]',
  '{}',
  '[object Object]',
  '{"a":1}',
  '<a>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a value that a template engine would evaluate
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '..%2f..%2fcurrent',
  'file:///etc/passwd',
  'javascript:alert(7310)',
  '//evil.example/',
  'https://evil.example/?q=1',
  '=HYPERLINK("https://evil.example/")',
  '@SUM(1)',
  'current',
  'releases',
  "' OR 1=1 --",
  '%s%s%n',
  '(a+)+$',
  '^(.*)*$',
  '%_%_%_%_%_%_%_%_%',
  '!!!',
  'x,y',
  'x,,y',
  ',',
  ':',
  '::',
  '1:',
  ':1-2',
  '-',
  '--',
];

const REPEATED = ['a', '%', '_', '1', 'ä', '(', '<', '/', '.', ':', ',', '-', '0', '*'];

/** An odd text of any kind, not escaped. */
export function oddText(random: Random): string {
  const kind = random.next();
  if (kind < 0.4) return random.pick(TEXTS);
  if (kind < 0.6) return random.pick(NUMBERS);
  if (kind < 0.75) return random.pick(MARKUP);
  if (kind < 0.85) return random.pick(PROTOTYPE_NAMES);
  if (kind < 0.92) return random.pick(REPEATED).repeat(random.pick([2, 64, 255, 256, 1000, 5000]));
  return Array.from({ length: random.integer(1, 12) }, () =>
    String.fromCodePoint(random.chance(0.7) ? random.integer(0, 255) : random.integer(0, 0xd7ff)),
  ).join('');
}

/** A text in an address: properly escaped, unescaped, escaped twice, or with broken escapes. */
export function escaped(text: string, random: Random): string {
  const proper = encodeURIComponent(text.toWellFormed());
  const kind = random.next();
  if (kind < 0.7) return proper;
  if (kind < 0.8) return text.replace(/[\u0000-\u0020\u007f/?#&;]/g, (char) => encodeURIComponent(char));
  if (kind < 0.85) return encodeURIComponent(proper);
  if (kind < 0.9) return brokenEscape(proper, random);
  if (kind < 0.95) return proper + random.pick(INJECTIONS);
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function brokenEscape(text: string, random: Random): string {
  const broken = random.pick([
    '%',
    '%2',
    '%zz',
    '%u0041',
    '%c0%ae',
    '%ff%fe',
    '%80',
    '%ed%a0%80',
    '%f8%88%80%80%80',
    '%00',
    '%0',
    '%%32%35',
    '%e4',
  ]);
  const at = random.integer(0, text.length);
  return text.slice(0, at) + broken + text.slice(at);
}
