/** Structural variants of VCF lines: symbolic alleles such as <DEL>, and breakends. */
import { vcfLine } from '../../src/effects/input-line.ts';
import { attempt } from '../../src/api-error.ts';

export interface StructuralVariant {
  names: readonly string[];
  /** 1-based inclusive; an insertion is at the base before it. */
  start: number;
  end: number;
  /** Term of the Sequence Ontology. */
  class: string;
  /** The ALT column. */
  alleles: string;
}

const BREAKEND = /[[\]]([^[\]:]+):\d+[[\]]/;

/**
 * The structural variant of a VCF line, as VEP reads it; a sentence for what is none.
 * @param columns the first eight
 */
export function structuralVariant(columns: string[]): StructuralVariant | string {
  const [chromosome = '', position = '', , reference = '', alternatives = ''] = columns;
  const shown = `${reference.slice(0, 40)} and ${alternatives.slice(0, 40)}`;
  const unclear = `${shown} are neither bases nor a structural variant`;
  const mate = BREAKEND.exec(alternatives)?.[1];
  const at = Number(position);
  if (mate !== undefined) {
    const term = mate === chromosome ? 'intrachromosomal_breakpoint' : 'interchromosomal_breakpoint';
    return { names: [], start: at, end: at, class: term, alleles: alternatives };
  }
  const line = attempt(() => vcfLine({ columns, joint: '\t' }));
  if (line instanceof Error || line.soClass === null) return unclear;
  const { start, end, soClass } = line;
  if (!(end >= start - 1)) return `${alternatives.slice(0, 40)} at ${position} has no end: INFO needs END or SVLEN`;
  if (soClass === 'chromosome_breakpoint')
    return { names: [], start: at, end: at, class: 'interchromosomal_breakpoint', alleles: alternatives };
  if (!STRUCTURAL_CLASSES.includes(soClass)) return unclear;
  // VCF gives the base before an insertion.
  if (end < start || /insertion/.test(soClass))
    return { names: [], start: at, end: at, class: soClass, alleles: alternatives };
  return { names: [], start, end, class: soClass, alleles: alternatives };
}

/** The classes of structural variants that a build writes. */
export const STRUCTURAL_CLASSES: readonly string[] = [
  'copy_number_variation',
  'deletion',
  'insertion',
  'inversion',
  'duplication',
  'tandem_duplication',
  'tandem_repeat',
  'interchromosomal_breakpoint',
  'intrachromosomal_breakpoint',
  'mobile_element_insertion',
  'mobile_element_deletion',
  ...['Alu', 'HERV', 'LINE1', 'SVA'].flatMap((name) => [`${name}_insertion`, `${name}_deletion`]),
];
