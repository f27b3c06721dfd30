/** Genes of RefSeq near variants, with current transcripts under RefSeq's own names. */
import { at } from '../../checked.ts';
import { decodeGene, type GeneRecord } from '../../genome/gene-record.ts';
import type { Placed } from '../../genome/projection.ts';
import type { Slice } from '../../genome/seq-region.ts';
import type { Genome } from '../../release/genome.ts';
import { isCurrentRefseq, regionsIn, withRefseqName } from '../variant-recoder/named-transcripts.ts';
import type { NearGene } from './transcripts-near.ts';

/**
 * Genes over each slice of the core genome. Two waves of reads. A gene whose symbol is that of its EntrezGene record
 * is named by its id there, as in Ensembl.
 */
export async function readRefseqGenes(refseq: Genome, slices: readonly Slice[]): Promise<NearGene[][]> {
  const regions = await regionsIn(
    refseq,
    slices.map(({ region }) => region),
  );
  const known = slices.flatMap((slice, index) => {
    const region = regions[index];
    return region ? [{ ...slice, region }] : [];
  });
  const found = await refseq.overlappingGenes(known);
  let next = 0;
  return regions.map((region) => (region ? at(found, next++) : []).map((placed) => refseqGene(placed, refseq)));
}

function refseqGene(placed: Placed<Uint8Array>, refseq: Genome): NearGene {
  const gene = decodeGene(placed.record);
  const entrez = gene.symbol?.db === 'EntrezGene' ? gene.symbol.id : null;
  const own: GeneRecord = {
    ...gene,
    id: entrez ?? gene.id,
    transcripts: gene.transcripts.filter((each) => isCurrentRefseq(each, refseq.entry.assembly)).map(withRefseqName),
  };
  return { placed, gene: own };
}
