/**
 * What comparative databases are called. Dumps name one by the division that it compares (`ensembl_compara_metazoa_62_115`),
 * and that of the vertebrates, `ensembl_compara_115`, not at all: it goes by the name of whatever spans species.
 */
import { ApiError } from '../api-error.ts';
import { sameName } from '../names/name-text.ts';
import type { ComparaEntry, ReleaseManifest } from './manifest.ts';

/** The species of a database that spans species, where its name tells no other. */
export const ALL_SPECIES = 'multi';

/** What clients call the comparative database of that name. */
export const DEFAULT_COMPARA = 'vertebrates';

/** Does a client name a database? '' and '0' are no name. */
export function namesCompara(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name !== '0';
}

/** As clients call it. */
export function comparaName({ name }: ComparaEntry): string {
  return name === ALL_SPECIES ? DEFAULT_COMPARA : name;
}

/**
 * A comparative database by what dumps or clients call it; throws ApiError (400) for one that the release lacks. Who names none
 * means that of the division which the species is of, else the default one, else the only one there is.
 *
 * @param division of the species that is compared, such as EnsemblPlants
 */
export function findCompara({ comparas = [] }: ReleaseManifest, name: string | undefined, division?: string): ComparaEntry {
  const named = (wanted: string) => comparas.find(({ name: its }) => sameName(its, sameName(wanted, DEFAULT_COMPARA) ? ALL_SPECIES : wanted));
  const byDefault = () => (division && named(division.replace(/^Ensembl/, ''))) || named(ALL_SPECIES) || (comparas.length === 1 ? comparas[0] : undefined);
  const compara = namesCompara(name) ? named(name) : byDefault();
  if (!compara) throw new ApiError(`There is no comparative database '${namesCompara(name) ? name : DEFAULT_COMPARA}' in this release`);
  return compara;
}
