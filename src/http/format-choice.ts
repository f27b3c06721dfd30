/**
 * The format of an answer. For GET, the order of precedence is: header Content-Type, parameter `content-type`, header
 * Accept, path extension. For POST: Accept, the parameter, the extension, Content-Type (which also describes the body).
 */
import type { Operation } from '../operation/operation.ts';
import { FORMATS_OF_MEDIA_TYPES, MEDIA_TYPES, type Format } from '../formats/media-types.ts';
import { ApiError } from '../api-error.ts';
import type { RequestTarget } from './request-target.ts';

/**
 * The first requested format that the operation offers; the operation's first format if the request names none. Every
 * operation offers 'html'. Throws ApiError (415, or 406 for some operations) if the operation offers none of the
 * requested formats.
 */
export function chooseFormat(operation: Operation, method: string, headers: Headers, target: RequestTarget): Format {
  const parameter = target.query.get('content-type')?.[0];
  const contentType = headers.get('content-type');
  const accept = headers.get('accept');

  if (method !== 'POST') {
    // The usual case: one of the two with a single media type.
    const direct = contentType ?? parameter;
    if (direct !== undefined) {
      const format = formatNamed(direct, operation);
      if (format) return format;
    }
    const byAccept = accept === null ? undefined : accepted(accept, operation);
    // Browsers send Accept: text/html for every address; an extension in the address is the user's choice.
    if (byAccept && byAccept !== 'html') return byAccept;
    return (
      offered(target.extension, operation) ??
      byAccept ??
      namedByParameter(operation, target) ??
      defaultFormat([contentType, parameter, target.extension && MEDIA_TYPES[target.extension]], accept, operation)
    );
  }
  return (
    (accept === null ? undefined : accepted(accept, operation)) ??
    (parameter === undefined ? undefined : formatNamed(parameter, operation)) ??
    offered(target.extension, operation) ??
    namedByParameter(operation, target) ??
    (contentType === null ? undefined : formatNamed(contentType, operation)) ??
    defaultFormat([parameter, target.extension && MEDIA_TYPES[target.extension]], accept, operation)
  );
}

function defaultFormat(requested: (string | null | undefined)[], accept: string | null, operation: Operation): Format {
  const rejected =
    requested.find((type) => type && !DEFAULT_TYPES.test(type)) ??
    (accept === null || acceptsAnything(accept) ? null : accept);
  if (!rejected) return operation.formats[0];
  const types = operation.formats.map((format) => operation.contentTypes?.[format] ?? MEDIA_TYPES[format]).join(', ');
  throw new ApiError(
    `The media type '${rejected}' is not available here. Please use one of ${types}`,
    operation.unacceptable ?? 415,
  );
}

function formatNamed(mediaType: string, operation: Operation): Format | undefined {
  const end = mediaType.indexOf(';');
  // A literal + in a query arrives as a space: content-type=text/x-phyloxml+xml.
  const type = (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase().replaceAll(' ', '+');
  return operation.mediaTypes?.[type] ?? offered(FORMATS_OF_MEDIA_TYPES.get(type), operation);
}

/** The format named by the parameter `format` (format=fasta); in some operations that parameter has other values. */
function namedByParameter(operation: Operation, target: RequestTarget): Format | undefined {
  if (!operation.parameters.format) return undefined;
  return operation.formats.find((format) => format === target.query.get('format')?.[0]);
}

function offered(format: Format | undefined, operation: Operation): Format | undefined {
  return format === 'html' || (format && operation.formats.includes(format)) ? format : undefined;
}

/**
 * The format of the Accept header with the highest quality. Undefined if the operation offers none, or if a wildcard
 * comes first.
 */
function accepted(accept: string, operation: Operation): Format | undefined {
  if (!accept.includes(',') && !accept.includes(';')) return formatNamed(accept, operation);
  const ranges = accept.split(',').map((range) => {
    const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1];
    return { range, quality: Number(quality ?? 1) || 0 };
  });
  ranges.sort((a, b) => b.quality - a.quality);
  for (const { range, quality } of ranges) {
    // After a wildcard, the types with the same or lower quality express no preference.
    if (acceptsAnything(range)) return undefined;
    const format = quality > 0 ? formatNamed(range, operation) : undefined;
    if (format) return format;
  }
  return undefined;
}

/** Content types that HTTP libraries set by default, and wildcards: they say nothing about the format of the answer. */
const DEFAULT_TYPES = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data|(\*|text|application)\/\*)/i;

function acceptsAnything(accept: string): boolean {
  // The first comparison covers nearly all requests and avoids the regular expression.
  return accept === '*/*' || accept.trim() === '' || /(^|,)\s*(\*|(\*|text|application)\/\*)\s*(;|,|$)/.test(accept);
}
