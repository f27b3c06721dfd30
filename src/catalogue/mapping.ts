/**
 * Operations of the group Mapping: from a transcript, coding sequence or protein to the genome, and between
 * assemblies.
 */
import { mapAssembly } from '../handlers/mapping/assembly.ts';
import { mapCdna, mapCds, mapTranslation } from '../handlers/mapping/transcript.ts';
import { flag, operation, pathText, text, type Formats, type Operation } from '../operation/operation.ts';

const FORMATS: Formats = ['json', 'xml', 'jsonp'];

const ANSWER =
  'Mappings are in the order of the given sequence. Positions without a counterpart in the genome have gap=1 and are ' +
  'in coordinates of the spliced transcript.';

const region = pathText(
  'First and last position, 1-based: 100..300 or 100-300. 101..100 is the place between 100 and 101',
  { example: '1..100' },
);
const species = text('Name or alias of the species; required if several species share the id.', {
  example: '{species}',
});
const include_original_region = flag('Include the interval of the given sequence that each mapping covers.');

export const operations: Operation[] = [
  operation({
    group: 'Mapping',
    method: 'GET',
    path: '/map/cdna/:id/:region',
    summary: 'Map positions of a spliced transcript to the genome.',
    description: `${ANSWER} Positions beyond the end of the transcript are a gap.`,
    parameters: {
      id: pathText('Stable id of a transcript', { example: '{transcript}' }),
      region,
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
    summary: 'Map positions of a coding sequence to the genome.',
    description:
      `${ANSWER} A region is trimmed to the coding sequence. A region that begins after the end of the coding ` +
      'sequence returns 400, or one pair of empty mappings with include_original_region.',
    parameters: {
      id: pathText('Stable id of a transcript', { example: '{transcript}' }),
      region,
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
    summary: 'Map positions of a protein to the genome.',
    description:
      `${ANSWER} Positions after the end of the protein map to the bases after the coding sequence, three bases per ` +
      'position; positions after the end of the transcript are a gap.',
    parameters: { id: pathText('Stable id of a translation', { example: '{translation}' }), region, species },
    formats: FORMATS,
    handler: mapTranslation,
    example: '/map/translation/{translation}/10..50',
    badExample: '/map/translation/{transcript}/10..50',
  }),
  operation({
    group: 'Mapping',
    method: 'GET',
    path: '/map/:species/:asm_one/:region/:asm_two',
    summary: 'Map a region of one assembly to another assembly.',
    description:
      'Parts of the region without a counterpart are omitted. For a region on the reverse strand, mappings are ' +
      'listed from its end to its start. `original` always covers exactly the bases of `mapped`.',
    parameters: {
      species: pathText('Name or alias of the species', { example: '{mapped_species}' }),
      asm_one: pathText("Version of the region's coordinate system; 0 if it has none", {
        example: '{assembly_from}',
      }),
      region: pathText('Name, start, end and strand: X:1000000..1000100:1', { example: '{mapped_region}' }),
      asm_two: pathText('Version of the coordinate system to map to; 0 if it has none', {
        example: '{assembly_to}',
      }),
      coord_system: text("Name of the region's coordinate system.", { default: 'chromosome' }),
      target_coord_system: text(
        'Name of the coordinate system to map to. seqlevel means the coordinate system that contains the bases, ' +
          'toplevel the highest one that covers a part of the region; both ignore asm_two.',
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
