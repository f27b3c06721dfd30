/** JSONP: JSON as the argument of a function that the page which asked for it has defined. */
import { ApiError } from '../api-error.ts';

const IDENTIFIER_PATH = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

/** Throws ApiError (400) unless the name is a plain identifier path such as `genes.show`: anything else could be a script. */
export function checkCallback(callback: string | undefined): string {
  if (!callback) throw new ApiError("JSONP needs the name of a function in the parameter 'callback'");
  if (callback.length > 128 || !IDENTIFIER_PATH.test(callback)) {
    throw new ApiError("The parameter 'callback' must be the name of a function: letters, digits, _, $ and dots");
  }
  return callback;
}

/**
 * The script. The empty comment keeps the first bytes out of the caller's hands (a callback's name could else be read as
 * another file type), and the two line separators are escaped since old JavaScript ends a line there.
 */
export function jsonp(callback: string, json: string): string {
  return `/**/${callback}(${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')});`;
}
