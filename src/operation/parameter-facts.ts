import type { Parameter } from './parameter.ts';

/** What may be sent for a parameter, and what counts when nothing is: for documentation. */
export function parameterFacts({ kind, values, others, minimum, maximum, default: byDefault }: Parameter): string[] {
  const facts: string[] = [];
  if (values) facts.push(others ? `${values.join(', ')}; ${others}` : values.join(', '));
  else if (kind === 'flag') facts.push('0 or 1');
  else if (kind !== 'text' && kind !== 'list') facts.push(`${kind}${minimum === undefined ? '' : ` from ${minimum}`}${maximum === undefined ? '' : ` to ${maximum}`}`);
  if (kind === 'list') facts.push('may be sent several times');
  if (byDefault !== undefined) facts.push(`default ${kind === 'flag' ? Number(byDefault) : Array.isArray(byDefault) ? byDefault.join(', ') : String(byDefault)}`);
  return facts;
}
