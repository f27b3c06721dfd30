/**
 * Generates the OpenAPI 3.1 document of the service from the catalogue, with chanfana. It is generated ahead of time:
 * it takes a second, a Worker has a hundredth of that, and the libraries are larger than the service.
 */
import { Hono } from 'hono';
import { fromHono, OpenAPIRoute } from 'chanfana';
import { z } from 'zod';
import { createApp } from '../../src/app.ts';
import { only } from '../../src/checked.ts';
import { withExamples } from '../../src/operation/example.ts';
import { Releases } from '../../src/release/releases.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { MEDIA_TYPES } from '../../src/formats/media-types.ts';
import { pathParameters, type Format, type Operation, type Parameter } from '../../src/operation/operation.ts';
import { answerShapes, type AnswerShapes, type Shape } from './answer-shapes.ts';

/** The JSON of an error. It has a name, so that generated clients have one type for errors. */
const Refusal = z.object({ error: z.string().describe('What was wrong, and what is allowed') }).openapi('Refusal');

const REFUSALS = {
  400: 'The request is wrong; the text says how.',
  404: 'The page or release does not exist.',
  406: 'The operation does not support the requested format.',
  413: 'The body, or a line of it, is too long.',
  415: 'The operation does not support the requested format, or the coding of the body.',
  416: 'The requested part is not within the sequence.',
  429: 'Too many requests. The header Retry-After contains the seconds to wait.',
  503: 'The data cannot be read at the moment.',
} as const;

/** The document, with the shapes of answers on an index. The index must contain the catalogue's example values. */
export async function openApiOfIndex(operations: readonly Operation[], folder: string): Promise<object> {
  const store = new LocalFolder(folder);
  try {
    const releases = new Releases(store, new ByteCache());
    const app = createApp({ operations, openRelease: () => releases.current(), basePath: '' });
    const { samples = {} } = (await releases.current()).manifest;
    const shown = operations.map((operation) => ({ ...operation, ...withExamples(operation, samples) }));
    return openApiDocument(shown, await answerShapes(shown, async (path, init) => app.request(path, init)));
  } finally {
    await store.close();
  }
}

/** The document as a JSON value. The service adds its own URL and the version of its data. */
function openApiDocument(operations: readonly Operation[], shapes: AnswerShapes): object {
  const router = fromHono(new Hono(), {
    openapi_url: null,
    docs_url: null,
    redoc_url: null,
    openapiVersion: '3.1',
    schema: {
      info: {
        title: 'genomic-edge',
        version: '0',
        description: 'Genomic reference data in the dialect of the Ensembl REST service.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
      // The service has no authentication.
      security: [],
    },
  });
  router.registry.register('Refusal', Refusal);
  for (const [status, description] of Object.entries(REFUSALS)) {
    router.registry.registerComponent('responses', refusalName(status), {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    });
  }
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const route = routeOf(operation, path, shapes.get(`${operation.method} ${path}`) ?? []);
      if (operation.method === 'GET') router.get(path, route);
      else router.post(path, route);
    }
  }
  return router.schema;
}

/** A name that is valid in all languages of generated clients, such as getLookupIdById for 'GET /lookup/id/:id'. */
export function operationId(method: Operation['method'], path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith(':') ? `by_${segment.slice(1)}` : segment));
  return (
    method.toLowerCase() +
    words
      .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
      .filter(Boolean)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')
  );
}

function routeOf(operation: Operation, path: string, shapes: readonly Shape[]): typeof OpenAPIRoute {
  const inPath = new Set(pathParameters(path));
  const parameters = Object.entries(operation.parameters);
  const headers = parameters.filter(([, parameter]) => parameter.in === 'header');
  const shape = (entries: [string, Parameter][]) =>
    z.object(Object.fromEntries(entries.map(([name, parameter]) => [name, schemaOf(parameter, inPath.has(name))])));
  const { body } = operation;
  const schema = {
    operationId: operationId(operation.method, path),
    tags: [operation.group],
    summary: operation.summary,
    description: operation.description,
    request: {
      params: shape(parameters.filter(([name]) => inPath.has(name))),
      headers: headers.length > 0 ? shape(headers) : undefined,
      query: shape(parameters.filter(([name, each]) => !inPath.has(name) && each.in !== 'header')).extend({
        release: z.string().optional().describe('A release of this server, by version or id'),
      }),
      body: body && {
        required: true,
        content: {
          'application/json': {
            schema: z
              .object({ [body.key]: listOf(body.limit).describe(body.summary) })
              .loose()
              .openapi({ example: body.example && { [body.key]: body.example } }),
          },
          ...Object.fromEntries(
            (body.streamed ?? []).map((type) => [type, { schema: z.string().openapi({ format: 'binary' }) }]),
          ),
        },
      },
    },
    responses: {
      200: {
        description: 'The answer.',
        ...(operation.headers && { headers: headersOf(operation.headers) }),
        content: Object.fromEntries(
          operation.formats.map((format) => [
            mediaType(operation, format),
            { schema: format === 'json' ? jsonSchema(shapes) : z.string() },
          ]),
        ),
      },
      ...(operation.parameters.range?.in === 'header' && {
        206: {
          description: 'The requested part.',
          content: Object.fromEntries(
            operation.formats.map((format) => [mediaType(operation, format), { schema: z.string() }]),
          ),
        },
      }),
      ...Object.fromEntries(
        refusalsOf(operation).map((status) => [status, { $ref: `#/components/responses/${refusalName(status)}` }]),
      ),
    },
  };
  return class extends OpenAPIRoute {
    override schema = schema;
  } as typeof OpenAPIRoute;
}

/** The media type of answers, without its character set. */
function mediaType({ contentTypes }: Operation, format: Format): string {
  return (contentTypes?.[format] ?? MEDIA_TYPES[format]).replace(/;.*/, '');
}

/** Statuses of errors; only requests with a body have 413, and only some protocols 406 instead of 415, and 416. */
function refusalsOf({ body, unacceptable, parameters }: Operation): string[] {
  const absent = [
    ...(body ? [] : ['413']),
    unacceptable ? '415' : '406',
    ...(parameters.range?.in === 'header' ? [] : ['416']),
  ];
  return Object.keys(REFUSALS).filter((status) => !absent.includes(status));
}

function headersOf(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' as const } }]),
  );
}

function listOf(most: number): z.ZodType {
  const list = z.array(z.string());
  return Number.isFinite(most) ? list.max(most) : list;
}

function refusalName(status: string): string {
  return `Refused${status}`;
}

const SCHEMAS: Readonly<Record<Shape, z.ZodType>> = {
  object: z.record(z.string(), z.unknown()),
  objects: z.array(z.record(z.string(), z.unknown())),
  texts: z.array(z.string()),
  list: z.array(z.unknown()),
};

function jsonSchema(shapes: readonly Shape[]): z.ZodType {
  if (shapes.length === 0) return z.unknown();
  return shapes.length === 1 ? SCHEMAS[only(shapes)] : z.union(shapes.map((shape) => SCHEMAS[shape]));
}

function schemaOf(parameter: Parameter, inPath: boolean): z.ZodType {
  const { kind, values, others, default: byDefault, required, summary, example } = parameter;
  const description = others && values ? `${summary.replace(/\.$/, '')}: ${values.join(', ')}; ${others}` : summary;
  const schema = bareSchema(parameter).openapi({ param: { description } });
  const shown = example === undefined ? schema : schema.openapi({ example: exampleValue(kind, example) });
  if (required || inPath) return shown;
  return byDefault === undefined
    ? shown.optional()
    : shown.optional().openapi({ default: kind === 'flag' ? Number(byDefault) : byDefault });
}

/** The example in the type of the parameter's schema. */
function exampleValue(kind: Parameter['kind'], example: string): unknown {
  switch (kind) {
    case 'list':
      return [example];
    case 'flag':
    case 'integer':
    case 'float':
      return Number(example);
    default:
      return example;
  }
}

function bareSchema({ kind, values, others, minimum, maximum }: Parameter): z.ZodType {
  const text = values && others === undefined ? z.enum(values as [string, ...string[]]) : z.string();
  switch (kind) {
    // Any text except "0" is true, also "false", which clients would send for a boolean.
    case 'flag':
      return z.int().openapi({ enum: [0, 1] });
    case 'integer':
      return limited(z.int(), minimum, maximum);
    case 'float':
      return limited(z.number(), minimum, maximum);
    case 'list':
      return z.array(text);
    default:
      return text;
  }
}

function limited(schema: z.ZodNumber, minimum = -Infinity, maximum = Infinity): z.ZodType {
  const from = minimum === -Infinity ? schema : schema.min(minimum);
  return maximum === Infinity ? from : from.max(maximum);
}
