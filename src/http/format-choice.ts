/**
 * The format of an answer. A GET says it with its Content-Type header, else the parameter `content-type`, else Accept,
 * else a path extension; a POST with Accept, else the parameter, else Content-Type (which first of all describes its
 * body).
 */
import type { Operation } from '../operation/operation.ts';
import { FORMATS_OF_MEDIA_TYPES, MEDIA_TYPES, type Format } from '../formats/media-types.ts';
import { ApiError } from '../api-error.ts';
import type { RequestTarget } from './request-target.ts';

/**
 * The first format asked for that the operation writes; its first format when nothing was asked for. Throws ApiError
 * (415) when something was asked for and none of it can be had. 'html' is there for every operation.
 */
export function chooseFormat(operation: Operation, method: string, headers: Headers, target: RequestTarget): Format {
  const parameter = target.query.get('content-type')?.[0];
  const contentType = headers.get('content-type');
  const accept = headers.get('accept');

  if (method !== 'POST') {
    // Nearly every program sends exactly one of these, with one plain media type.
    const direct = contentType ?? parameter;
    if (direct !== undefined) {
      const format = formatNamed(direct, operation);
      if (format) return format;
    }
    const byAccept = accept === null ? undefined : accepted(accept, operation);
    // Browsers ask for text/html whatever their user types: one who types an extension wants that.
    if (byAccept && byAccept !== 'html') return byAccept;
    return (
      offered(target.extension, operation) ??
      byAccept ??
      namedByParameter(operation, target) ??
      byDefault([contentType, parameter, target.extension && MEDIA_TYPES[target.extension]], accept, operation)
    );
  }
  return (
    (accept === null ? undefined : accepted(accept, operation)) ??
    (parameter === undefined ? undefined : formatNamed(parameter, operation)) ??
    offered(target.extension, operation) ??
    namedByParameter(operation, target) ??
    (contentType === null ? undefined : formatNamed(contentType, operation)) ??
    byDefault([parameter, target.extension && MEDIA_TYPES[target.extension]], accept, operation)
  );
}

function byDefault(asked: (string | null | undefined)[], accept: string | null, operation: Operation): Format {
  const refused =
    asked.find((type) => type && !FORM.test(type)) ?? (accept === null || takesAnything(accept) ? null : accept);
  if (!refused) return operation.formats[0]!;
  const types = operation.formats.map((format) => MEDIA_TYPES[format]).join(', ');
  throw new ApiError(`The media type '${refused}' is not available here. Please use one of ${types}`, 415);
}

function formatNamed(mediaType: string, operation: Operation): Format | undefined {
  const end = mediaType.indexOf(';');
  // A literal + in a query arrives as a space: content-type=text/x-phyloxml+xml.
  const type = (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase().replaceAll(' ', '+');
  return operation.mediaTypes?.[type] ?? offered(FORMATS_OF_MEDIA_TYPES.get(type), operation);
}

/**
 * Some operations take their format in a parameter `format` too (format=fasta), which elsewhere says how much to show.
 */
function namedByParameter(operation: Operation, target: RequestTarget): Format | undefined {
  if (!operation.parameters.format) return undefined;
  return operation.formats.find((format) => format === target.query.get('format')?.[0]);
}

function offered(format: Format | undefined, operation: Operation): Format | undefined {
  return format === 'html' || (format && operation.formats.includes(format)) ? format : undefined;
}

/** The first usable type of an Accept header, best quality first; undefined when none is (wildcards are no choice). */
function accepted(accept: string, operation: Operation): Format | undefined {
  if (!accept.includes(',') && !accept.includes(';')) return formatNamed(accept, operation);
  const ranges = accept.split(',').map((range) => {
    const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1];
    return { range, quality: Number(quality ?? 1) || 0 };
  });
  ranges.sort((a, b) => b.quality - a.quality);
  for (const { range, quality } of ranges) {
    // A program that takes anything with the same eagerness has made no choice between what follows.
    if (takesAnything(range)) return undefined;
    const format = quality > 0 ? formatNamed(range, operation) : undefined;
    if (format) return format;
  }
  return undefined;
}

/** What HTTP libraries put on any request of theirs: it says nothing about the answer. */
const FORM = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)/i;

function takesAnything(accept: string): boolean {
  // Nearly all that say so say this, for which no expression need be compiled.
  return accept === '*/*' || accept.trim() === '' || /(^|,)\s*(\*|(\*|text|application)\/\*)\s*(;|,|$)/.test(accept);
}
