/** Populations whose frequencies effect prediction lists: those of Ensembl's VEP cache. */
const THOUSAND_GENOMES = /^1000GENOMES:phase_3:(ALL|AFR|AMR|EAS|EUR|SAS)$/i;
const GNOMAD = /^gnomAD([eg])(?::[rv][\d.]+)?:(\w+)$/i;
const OF_GNOMAD = new Set(['all', 'afr', 'ami', 'amr', 'asj', 'eas', 'fin', 'mid', 'nfe', 'remaining', 'sas']);

/** The key of a population in answers, such as 'eur' or 'gnomade_nfe'; null for one that is not listed. */
export function frequencyKey(population: string): string | null {
  const group = THOUSAND_GENOMES.exec(population)?.[1]?.toLowerCase();
  if (group !== undefined) return group === 'all' ? 'af' : group;
  const [, set = '', name = ''] = GNOMAD.exec(population) ?? [];
  const folded = name.toLowerCase();
  if (!OF_GNOMAD.has(folded)) return null;
  return `gnomad${set.toLowerCase()}${folded === 'all' ? '' : `_${folded}`}`;
}
