import { describe, expect, test } from 'vitest';
import { mappingPaths } from '../../../../../build-index/compile/genome/assembly-mappings.ts';
import type { CoordSystem } from '../../../../../src/release/manifest.ts';

const system = (name: string, version: string | null, rank: number, isDefault = true): CoordSystem => ({
  name,
  version,
  rank,
  default: isDefault,
  sequenceLevel: name === 'contig',
});
const systems = [
  system('chromosome', 'NEW', 1),
  system('scaffold', 'NEW', 2),
  system('contig', null, 3),
  system('clone', null, 4),
  system('chromosome', 'OLD', 5, false),
  system('chromosome', 'OLDER', 6, false),
];
const label = ({ name, version }: CoordSystem) => (version ? `${name}:${version}` : name);
const paths = (...values: string[]) =>
  mappingPaths({ 'assembly.mapping': values }, systems).map((path) => path.map(label).join(' > '));

describe('mapping paths of a meta table', () => {
  test('may use both separators, and a name without a version means the default version', () => {
    expect(paths('chromosome#contig', 'Scaffold:new|contig')).toContain('chromosome:NEW > contig');
    expect(paths('chromosome:NEW#chromosome:OLD')).toEqual(['chromosome:NEW > chromosome:OLD']);
    expect(paths('chromosome:OLD#contig#clone')).toEqual(['chromosome:OLD > contig > clone']);
  });

  test('are the shorter ones between the same systems, in either direction', () => {
    expect(paths('chromosome:NEW#scaffold:NEW#contig', 'contig#chromosome:NEW')).toEqual(['contig > chromosome:NEW']);
    expect(paths('contig#chromosome:NEW', 'chromosome:NEW#scaffold:NEW#contig')).toEqual(['contig > chromosome:NEW']);
  });

  test('join two systems without a path if both map one to one to a third system', () => {
    expect(paths('chromosome:NEW|contig', 'clone|contig')).toEqual([
      'chromosome:NEW > contig',
      'clone > contig',
      'chromosome:NEW > contig > clone',
    ]);
    expect(paths('chromosome:NEW#contig', 'clone|contig')).toEqual(['chromosome:NEW > contig', 'clone > contig']);
    expect(paths('chromosome:NEW|contig', 'clone|contig', 'chromosome:NEW#clone')).toContain('chromosome:NEW > clone');
  });

  test('ignore values with an unknown system, with one system, or with the same system twice', () => {
    expect(paths('chromosome:NEW#chromosome:LOST', 'contig', 'plasmid|contig', 'contig#contig', '')).toEqual([]);
  });

  test('include paths for liftover where no other is declared', () => {
    const meta = {
      'liftover.mapping': ['chromosome:NEW#contig#chromosome:OLD', 'chromosome:OLD#chromosome:OLDER'],
      'assembly.mapping': ['chromosome:NEW#chromosome:OLD'],
    };
    expect(mappingPaths(meta, systems).map((path) => path.map(label).join(' > '))).toEqual([
      'chromosome:NEW > chromosome:OLD',
      'chromosome:OLD > chromosome:OLDER',
    ]);
    expect(mappingPaths({}, systems)).toEqual([]);
  });
});
