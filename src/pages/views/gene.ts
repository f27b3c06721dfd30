import type { View } from './view.ts';

export function geneView(): View | null {
  return null;
}
