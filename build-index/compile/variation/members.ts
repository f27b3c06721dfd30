/** The members of a SET column, as the database spells them. */
export function members(set: string | null): string[] {
  return set ? set.split(',') : [];
}
