/**
 * Every object that a manifest names, wherever in it, so that a new kind of table needs no mention anywhere else. Of a release those are in its compiled manifest:
 * what requests read as its manifest lacks those of genomes (root.ts).
 */
import type { CompiledManifest, ObjectEntry, ReleaseManifest } from './manifest.ts';

/** No type for a manifest as requests read it. */
type Whole<T> = T extends ReleaseManifest ? (T extends CompiledManifest ? T : never) : T;

/** The entries of a compiled manifest or a part of it, each object once, by name. */
export function objectsOf<T>(value: T & Whole<T>, found = new Map<string, ObjectEntry>()): Map<string, ObjectEntry> {
  if (typeof value !== 'object' || value === null) return found;
  if (isObjectEntry(value)) found.set(value.object, value);
  else for (const each of Object.values(value)) objectsOf(each, found);
  return found;
}

/** A copy of a manifest or a part of it with every entry replaced. */
export function mapObjects<T>(value: T, replace: (entry: ObjectEntry) => ObjectEntry): T {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, replace)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (isObjectEntry(value)) return replace(value) as T;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapObjects(each, replace)])) as T;
}

function isObjectEntry(value: object): value is ObjectEntry {
  const { object, size, sha256 } = value as Partial<ObjectEntry>;
  return typeof object === 'string' && typeof size === 'number' && typeof sha256 === 'string';
}
