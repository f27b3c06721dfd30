/**
 * Operations of the group Mapping: from transcripts, coding sequences and peptides to the genome, from assembly to
 * assembly.
 */
import { mapAssembly } from '../handlers/mapping/assembly.ts';
import { mapCdna, mapCds, mapTranslation } from '../handlers/mapping/transcript.ts';
import { flag, operation, pathText, text, type Format, type Operation } from '../operation/operation.ts';

const FORMATS: readonly Format[] = ['json', 'xml', 'jsonp'];

const ANSWER =
  'Mappings stand in the order of the sequence asked about; those with gap=1 show positions that stand nowhere in ' +
  'the genome, in the coordinates of the spliced transcript.';

const stretch = pathText(
  'First and last position, counted from 1: 100..300 or 100-300; 101..100 is the place between the two',
  { example: '1..100' },
);
const species = text('Name or alias of the species, for ids that several genomes share.', { example: '{species}' });
const include_original_region = flag('Show beside each mapping the stretch of the sequence asked about that it maps.');

export const operations: Operation[] = [
  operation({
    group: 'Mapping',
    method: 'GET',
    path: '/map/cdna/:id/:region',
    summary: 'From positions on a spliced transcript to the genome.',
    description: `${ANSWER} Positions behind its end are a gap.`,
    parameters: {
      id: pathText('Stable id of a transcript', { example: '{transcript}' }),
      region: stretch,
      species,
      include_original_region,
    },
    formats: FORMATS,
    handler: mapCdna,
    example: '/map/cdna/{transcript}/1..100',
    badExample: '/map/cdna/{transcript}/0..100',
  }),
  operation({
    group: 'Mapping',
    method: 'GET',
    path: '/map/cds/:id/:region',
    summary: 'From positions on a coding sequence to the genome.',
    description:
      `${ANSWER} What reaches beyond the coding sequence is cut off; a region that begins behind its end is ` +
      'refused, or, with the original ' +
      'region, answered with a pair of nothing.',
    parameters: {
      id: pathText('Stable id of a transcript', { example: '{transcript}' }),
      region: stretch,
      species,
      include_original_region,
    },
    formats: FORMATS,
    handler: mapCds,
    example: '/map/cds/{transcript}/1..100?include_original_region=1',
  }),
  operation({
    group: 'Mapping',
    method: 'GET',
    path: '/map/translation/:id/:region',
    summary: 'From positions on a protein to the genome.',
    description:
      `${ANSWER} Positions behind the end of the protein are not refused: the bases behind the coding sequence ` +
      'stand for them, three for each, and a gap ' +
      'where the transcript ends.',
    parameters: { id: pathText('Stable id of a translation', { example: '{translation}' }), region: stretch, species },
    formats: FORMATS,
    handler: mapTranslation,
    example: '/map/translation/{translation}/10..50',
    badExample: '/map/translation/{transcript}/10..50',
  }),
  operation({
    group: 'Mapping',
    method: 'GET',
    path: '/map/:species/:asm_one/:region/:asm_two',
    summary: 'From a region of one assembly to another.',
    description:
      "Stretches without a counterpart are left out. On the reverse strand the mappings come from the region's end " +
      'to its start; `original` ' +
      'always shows the very stretch that `mapped` is.',
    parameters: {
      species: pathText('Name or alias of the species', { example: '{mapped_species}' }),
      asm_one: pathText("Version of the region's coordinate system; 0 for one without versions", {
        example: '{assembly_from}',
      }),
      region: pathText('Name, start, end and strand: X:1000000..1000100:1', { example: '{mapped_region}' }),
      asm_two: pathText('Version of the coordinate system to map to; 0 for one without versions', {
        example: '{assembly_to}',
      }),
      coord_system: text("Name of the region's coordinate system.", { default: 'chromosome' }),
      target_coord_system: text(
        'Name of the coordinate system to map to; seqlevel is the one that has the bases, toplevel the highest ' +
          'that has any of the region. For these the version does not matter.',
        { default: 'chromosome' },
      ),
    },
    formats: FORMATS,
    handler: mapAssembly,
    example:
      '/map/{mapped_species}/{assembly_from}/{mapped_region}/{assembly_to}?coord_system={mapped_system};' +
      'target_coord_system={target_system}',
    badExample: '/map/{mapped_species}/{assembly_from}/{mapped_region}/NOSUCH',
  }),
];
