/**
 * The text by which clients name a stretch of a sequence region, in every notation the dialect has grown:
 *
 *     X    X:1000    X:1000-    X:1000-2000    X:1000..2000    X:1000:2000    X:1000_2000    X:g.1000-2000
 *     X:1,000-2,000    X:1_000-2_000    X:1000-2000:1    X:1000..2000:-1    X:1000-2000:+
 *
 * Nothing here knows which regions a genome has, so a start beyond the end is let through: it is right on a circular
 * region. resolveSlice (src/handlers/resolve/slice.ts) refuses it everywhere else.
 */
import { at } from '../checked.ts';
import { InvalidInput } from '../invalid-input.ts';

/** As sent: 1-based inclusive; null for what the text leaves out. */
export interface RegionQuery {
  name: string;
  start: number | null;
  end: number | null;
  strand: 1 | -1 | null;
}

const NAME = String.raw`[\w.\-]+`;
const NUMBER = String.raw`\d[\d,_ ]*`;
/** A colon without a strand behind it says nothing. */
const STRAND = String.raw`(?::\s*([+-]?1|[+-])?)?`;
const WHOLE = new RegExp(`^(${NAME})\\s*:?$`);
/**
 * name:start, name:start-, name:start-end and their strands. An underscore alone between two numbers separates them.
 */
const STRETCH = new RegExp(
  `^(${NAME})\\s*:\\s*(?:g\\.)?(?:(\\d+)_(\\d+)|(${NUMBER})(?:(?:-|\\.\\.|:(?=\\s*\\d))\\s*(${NUMBER})?)?)${STRAND}$`,
);
/** What a text looks like that has the right parts but an impossible one among them. */
const PARTS = new RegExp(`^${NAME}:(-?\\w*)(?:(?:-|\\.\\.|:)(-?\\w*)(?::(.*))?)?$`);
const SEPARATORS = /[,_ ]/g;

/**
 * The parts of a region text. A start of 0 counts as 1. Throws InvalidInput in Ensembl's words for a text without a
 * meaning, a negative start, an end below 1 and a strand other than 1 and -1.
 */
export function parseRegionQuery(text: string): RegionQuery {
  const whole = WHOLE.exec(text);
  if (whole) return { name: at(whole, 1), start: null, end: null, strand: null };
  const found = STRETCH.exec(text);
  if (!found) throw new InvalidInput(refusal(text));
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

function refusal(text: string): string {
  const [, start, end, strand] = PARTS.exec(text) ?? [];
  const isPosition = (part: string | undefined) => part === undefined || part === '' || /^\d[\d_]*$/.test(part);
  if (!isPosition(start)) return `${start} is not a valid start`;
  if (!isPosition(end)) return `${end} is not a valid end`;
  if (strand !== undefined && !text.includes('..')) return `${strand} is not a valid strand`;
  return `Could not decode region ${text}`;
}
