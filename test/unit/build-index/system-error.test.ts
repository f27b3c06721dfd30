/** System errors do not always name a file; the operator gets the folder instead. */
import { expect, test } from 'vitest';
import { reasonOf } from '../../../build-index/units/schedule.ts';

function systemError(code: string, message: string, path?: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code, syscall: 'write', ...(path ? { path } : {}) });
}

test.each([
  [
    systemError('ENOSPC', 'no space left on device, write'),
    'the disk is full: ENOSPC: no space left on device, write, in /some/index',
  ],
  [
    systemError('EFBIG', 'file too large, write'),
    'a file would exceed the allowed size (ulimit -f): EFBIG: file too large, write, in /some/index',
  ],
  [systemError('EACCES', "permission denied, open '/x'", '/x'), "EACCES: permission denied, open '/x'"],
  [systemError('EIO', 'i/o error, write'), 'EIO: i/o error, write, in /some/index'],
  // Reported by another process.
  [
    new Error('the disk is full: ENOSPC: no space left on device, write, in /some/index'),
    'the disk is full: ENOSPC: no space left on device, write, in /some/index',
  ],
  [
    new Error('IO Error: Could not write file "/x": No space left on device'),
    'the disk is full: IO Error: Could not write file "/x": No space left on device',
  ],
])('explains "%s"', (error, sentence) => expect(reasonOf(error, '/some/index')).toBe(sentence));
