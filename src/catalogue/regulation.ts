/** Operations of the group Regulation: microarrays, their probes, binding matrices of transcription factors. */
import {
  describeBindingMatrix,
  describeMicroarray,
  describeProbe,
  describeProbeSet,
  listMicroarrays,
} from '../handlers/regulation/regulation.ts';
import { choice, flag, operation, pathText, type Operation } from '../operation/operation.ts';
import { capitalizedUnit, MATRIX_UNITS } from '../genome/binding-matrix.ts';
import { SPECIES_NAME } from './shared-parameters.ts';

const species = pathText(SPECIES_NAME, { example: '{microarray_species}' });
const microarray = pathText('Name of a microarray, in any case', { example: '{microarray}' });
const matches = {
  transcript: flag('Include the transcripts that the probe or probe set matches'),
  transcripts: flag('Alias of transcript'),
  gene: flag('Include the transcripts that the probe or probe set matches, and their genes'),
};

export const operations: Operation[] = [
  operation({
    group: 'Regulation',
    method: 'GET',
    path: '/regulatory/species/:species/microarray',
    summary: 'List the microarrays of a species.',
    parameters: { species },
    formats: ['json', 'xml', 'jsonp'],
    handler: listMicroarrays,
    example: '/regulatory/species/{microarray_species}/microarray',
  }),
  operation({
    group: 'Regulation',
    method: 'GET',
    path: '/regulatory/species/:species/microarray/:microarray/vendor/:vendor',
    summary: 'Describe one microarray.',
    parameters: { species, microarray, vendor: pathText('Name of the vendor, in any case', { example: '{vendor}' }) },
    formats: ['json', 'xml', 'jsonp'],
    handler: describeMicroarray,
    example: '/regulatory/species/{microarray_species}/microarray/{microarray}/vendor/{vendor}',
    badExample: '/regulatory/species/{microarray_species}/microarray/{microarray}/vendor/NOSUCH',
  }),
  operation({
    group: 'Regulation',
    method: 'GET',
    path: '/regulatory/species/:species/microarray/:microarray/probe/:probe',
    summary: 'Describe one probe of a microarray.',
    parameters: { species, microarray, probe: pathText('Name of a probe', { example: '{probe}' }), ...matches },
    formats: ['json', 'xml', 'jsonp'],
    handler: describeProbe,
    example: '/regulatory/species/{probe_species}/microarray/{probe_array}/probe/{probe}?gene=1',
  }),
  operation({
    group: 'Regulation',
    method: 'GET',
    path: '/regulatory/species/:species/microarray/:microarray/probe_set/:probe_set',
    summary: 'Describe one probe set of a microarray.',
    parameters: {
      species,
      microarray,
      probe_set: pathText('Name of a probe set', { example: '{probe_set}' }),
      ...matches,
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: describeProbeSet,
    example: '/regulatory/species/{probe_set_species}/microarray/{probe_set_array}/probe_set/{probe_set}?gene=1',
  }),
  operation({
    group: 'Regulation',
    method: 'GET',
    path: '/species/:species/binding_matrix/:binding_matrix_stable_id',
    summary: 'Return a binding matrix: the base preferences of a transcription factor complex at each position.',
    parameters: {
      species,
      binding_matrix_stable_id: pathText('Stable id of a binding matrix', { example: '{binding_matrix}' }),
      unit: choice('Unit of the values', MATRIX_UNITS, {
        default: 'frequencies',
        anyCase: true,
        errorText: (value) =>
          `${capitalizedUnit(value)} is not a valid BindingMatrix unit. List of valid units: ` +
          `${MATRIX_UNITS.map(capitalizedUnit).join(',')}`,
      }),
    },
    formats: ['json', 'xml', 'jsonp'],
    handler: describeBindingMatrix,
    example: '/species/{matrix_species}/binding_matrix/{binding_matrix}?unit=bits',
    badExample: '/species/{matrix_species}/binding_matrix/{binding_matrix}?unit=nosuch',
  }),
];
