/** Locations of INSDC's feature table: join(complement(69611..69724),139856..140087). */
import type { Piece, Strand } from './feature.ts';

export interface Location {
  /** In the order of the feature. */
  pieces: Piece[];
  /** Does the feature go on before its lowest position, or after its highest? */
  isOpenBefore: boolean;
  isOpenAfter: boolean;
}

/** Real locations have two: complement(join(…)) or join(complement(…)). */
const MOST_OPERATORS = 20;
const SPAN = /^<?(\d+)(?:\.\.|\.|\^)?([<>]?\d+)?$/;

/** Null for a location that is on another record, or that cannot be read. */
export function parseLocation(text: string): Location | null {
  const compact = text.replaceAll(/\s+/g, '');
  const pieces = piecesOf(compact, 1, MOST_OPERATORS);
  if (!pieces || pieces.length === 0) return null;
  return { pieces, isOpenBefore: compact.includes('<'), isOpenAfter: compact.includes('>') };
}

/** @param most operators around each other; null for a location with more */
function piecesOf(text: string, strand: Strand, most: number): Piece[] | null {
  if (most < 0) return null;
  const [, operator, inner] = /^(complement|join|order|bond|one-of)\((.*)\)$/.exec(text) ?? [];
  if (operator === undefined || inner === undefined) {
    const [, first, last = first] = SPAN.exec(text.replaceAll(/[<>]/g, '')) ?? [];
    if (first === undefined) return null;
    const [start, end] = [Number(first), Number(last)];
    return start >= 1 && end >= start ? [{ start, end, strand, phase: null }] : null;
  }
  if (operator === 'complement') {
    const pieces = piecesOf(inner, strand === 1 ? -1 : 1, most - 1);
    return pieces?.reverse() ?? null;
  }
  const parts = topLevel(inner).map((part) => piecesOf(part, strand, most - 1));
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

/** The parts between the commas that are in no parentheses. */
function topLevel(text: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
