import { expect, test } from 'vitest';
import { listedNames } from '../../../../cli/fetch/mirror.ts';

const FOLDER = new URL('https://ftp.example.org/pub/release-115/mysql/');

test.each([
  [
    'Apache',
    '<th><a href="?C=N;O=D">Name</a></th><a href="/pub/release-115/">Parent Directory</a>' +
      '<img alt="[DIR]"><a href="mus_core_115_1/">mus_core_115_1/</a> <a href=\'README\'>README</a>',
  ],
  [
    'nginx',
    '<h1>Index of /pub/</h1><pre><a href="../../../">../</a>\n' +
      '<a href="mus_core_115_1/">mus_core_115_1/</a>   01-Aug-2025 10:00   -\n' +
      '<a href="README">README</a>',
  ],
  [
    'a server with whole addresses, upper case and links to other sites',
    '<A HREF="https://ftp.example.org/pub/release-115/mysql/mus%5Fcore_115_1">x</A>' +
      '<a href="https://www.example.org/pub/release-115/mysql/no">no</a><a name="x">x</a><a href="http://[">x</a>' +
      '<a href="/pub/release-115/mysql/README#top">R</a><a href="deep/er/">no</a>',
  ],
])('lists the files of a page by %s', (_, html) => {
  expect(listedNames(html, FOLDER)).toEqual(['mus_core_115_1', 'README']);
});
