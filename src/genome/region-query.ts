/**
 * Parser for the text of a region in a request, in every notation that Ensembl's service accepts:
 *
 *     X    X:1000    X:1000-    X:1000-2000    X:1000..2000    X:1000:2000    X:1000_2000    X:g.1000-2000
 *     X:1,000-2,000    X:1_000-2_000    X:1000-2000:1    X:1000..2000:-1    X:1000-2000:+
 *
 * The parser does not know the regions of the genome, so it accepts start > end, which is valid on a circular region.
 * resolveSlice (src/handlers/resolve/slice.ts) rejects it on linear regions.
 */
import { at } from '../checked.ts';
import { InvalidInput } from '../invalid-input.ts';

/** Parts of the text: positions are 1-based inclusive; parts that the text omits are null. */
export interface RegionQuery {
  name: string;
  start: number | null;
  end: number | null;
  strand: 1 | -1 | null;
}

const NAME = String.raw`[\w.\-]+`;
const NUMBER = String.raw`\d[\d,_ ]*`;
/** A colon without a strand after it is ignored. */
const STRAND = String.raw`(?::\s*([+-]?1|[+-])?)?`;
const WHOLE = new RegExp(`^(${NAME})\\s*:?$`);
/**
 * name:start, name:start-, name:start-end and their strands. A single underscore between two numbers separates them.
 */
const INTERVAL = new RegExp(
  `^(${NAME})\\s*:\\s*(?:g\\.)?(?:(\\d+)_(\\d+)|(${NUMBER})(?:(?:-|\\.\\.|:(?=\\s*\\d))\\s*(${NUMBER})?)?)${STRAND}$`,
);
/** A text with the right parts, of which at least one is invalid. */
const PARTS = new RegExp(`^${NAME}:(-?\\w*)(?:(?:-|\\.\\.|:)(-?\\w*)(?::(.*))?)?$`);
const SEPARATORS = /[,_ ]/g;

/**
 * The parts of a region text. A start of 0 counts as 1. Throws InvalidInput with Ensembl's message for a text that is
 * no region, a negative start, an end below 1 and a strand other than 1 and -1.
 */
export function parseRegionQuery(text: string): RegionQuery {
  const whole = WHOLE.exec(text);
  if (whole) return { name: at(whole, 1), start: null, end: null, strand: null };
  const found = INTERVAL.exec(text);
  if (!found) throw new InvalidInput(errorMessage(text));
  const [, name = '', from, to, start, end, strand] = found;
  const query: RegionQuery = {
    name,
    start: Math.max(1, position(from ?? start) ?? 1),
    end: position(to ?? end),
    strand: strand === undefined ? null : strand.startsWith('-') ? -1 : 1,
  };
  if (query.end !== null && query.end < 1) {
    throw new InvalidInput(
      `Cannot request negative or 0 end indexes through this interface. Given ${query.end} but expected something ` +
        'greater than 0',
    );
  }
  return query;
}

function position(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits.replace(SEPARATORS, ''));
}

function errorMessage(text: string): string {
  const [, start, end, strand] = PARTS.exec(text) ?? [];
  const isPosition = (part: string | undefined) => part === undefined || part === '' || /^\d[\d_]*$/.test(part);
  if (!isPosition(start)) return `${start} is not a valid start`;
  if (!isPosition(end)) return `${end} is not a valid end`;
  if (strand !== undefined && !text.includes('..')) return `${strand} is not a valid strand`;
  return `Could not decode region ${text}`;
}
