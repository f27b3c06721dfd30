import { ApiError } from '../api-error.ts';

/** Throws ApiError (400), in Ensembl's words, for more bases than an operation takes. */
export function checkSliceLength(length: number, longest: number): void {
  if (length > longest) throw new ApiError(`${length} is greater than the maximum allowed length of ${longest}. Request smaller regions of sequence`);
}
