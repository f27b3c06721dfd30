/**
 * The Beacon of a release: its description (GA4GH Beacon v2, in Ensembl's form). The facts about the organisation are
 * those of Ensembl, whose data it is.
 */
import { ApiError } from '../../api-error.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';

const HUMAN = 'homo_sapiens';
export const API_VERSION = 'v2.0.0';
const OLDER_ASSEMBLY = 'GRCh37';

/** What depends on the assembly of the Beacon's genome. */
export interface Beacon {
  genome: Genome;
  /** Name of its species, for people. */
  species: string;
  assembly: string;
  /** Ensembl release of the data. */
  version: string;
  id: string;
  name: string;
  /** Address of Ensembl's site for the assembly, without a slash at the end. */
  site: string;
  server: string;
}

/**
 * The Beacon's genome is human; in a release without human variants, the first genome with a variation database. Throws
 * ApiError (400) if no genome has one.
 */
export async function beaconOf(release: Release): Promise<Beacon> {
  const listed = release.manifest.species.filter(({ groups }) => groups.includes('variation'));
  const species = listed.find(({ name }) => name === HUMAN) ?? listed[0];
  const genome = species ? await release.findGenome(species.name) : null;
  if (!species || !genome) throw new ApiError('this release has no variation database, which a Beacon needs');
  const assembly = genome.entry.assembly ?? '';
  const isOlder = assembly === OLDER_ASSEMBLY;
  const prefix = isOlder ? 'grch37.' : '';
  return {
    genome,
    species: species.name === HUMAN ? 'Human' : (species.displayName ?? species.name),
    assembly,
    version: String(species.release),
    id: isOlder ? `org.ensembl.rest.${OLDER_ASSEMBLY.toLowerCase()}` : 'org.ensembl.rest',
    name: assembly === '' ? 'EBI - Ensembl' : `EBI - Ensembl ${assembly}`,
    site: `https://${isOlder ? prefix : 'www.'}ensembl.org`,
    server: `https://${prefix}rest.ensembl.org`,
  };
}

/** GET /ga4gh/beacon. */
export async function beaconInfo({ release }: OperationRequest): Promise<Answer> {
  const { id, name, species, version, site, server } = await beaconOf(release);
  return {
    kind: 'value',
    value: {
      meta: {
        beaconId: id,
        apiVersion: API_VERSION,
        description: `${species} variant data from the Ensembl database`,
        version,
        alternativeUrl: site,
        createDateTime: null,
        updateDateTime: null,
        testMode: false,
        returnedSchemas: [{ entityType: 'info', schema: '' }],
      },
      response: {
        apiVersion: API_VERSION,
        id,
        name,
        welcomeUrl: server,
        organization: ORGANIZATION,
        environment: 'prod',
      },
    },
  };
}

const ORGANIZATION = {
  id: 'ebi',
  name: 'EMBL European Bioinformatics Institute',
  description:
    'The European Bioinformatics Institute (EMBL-EBI) is part of EMBL, an international, innovative and ' +
    'interdisciplinary research organisation funded by 26 member states and two associate member states to provide ' +
    'the infrastructure needed to share data openly in the life sciences.',
  address: 'EMBL-EBI, Wellcome Genome Campus, Hinxton, Cambridgeshire, CB10 1SD, UK',
  welcomeUrl: 'https://www.ebi.ac.uk/',
  contactUrl: 'https://www.ebi.ac.uk/support/',
  logoUrl: null,
  info: null,
} as const;
