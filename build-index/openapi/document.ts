/**
 * The OpenAPI 3.1 document of the service, made from the catalogue through chanfana. Made when the catalogue changes, not when it
 * is asked for: that takes a second, of which a Worker has a hundredth, and the libraries are larger than the service.
 */
import { Hono } from 'hono';
import { fromHono, OpenAPIRoute } from 'chanfana';
import { z } from 'zod';
import { MEDIA_TYPES } from '../../src/formats/media-types.ts';
import { pathParameters, type Operation, type Parameter } from '../../src/operation/operation.ts';

/** A JSON value, ready to be written. The service that sends it adds its address and the version of its data. */
export function openApiDocument(operations: readonly Operation[]): object {
  const router = fromHono(new Hono(), {
    openapi_url: null, docs_url: null, redoc_url: null, openapiVersion: '3.1',
    schema: {
      info: {
        title: 'genomic-edge', version: '0',
        description: 'Genomic reference data in the dialect of the Ensembl REST service.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    },
  });
  for (const operation of operations) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const route = routeOf(operation, path);
      if (operation.method === 'GET') router.get(path, route);
      else router.post(path, route);
    }
  }
  return router.schema;
}

/** 'GET /lookup/id/:id' is getLookupId, an alias of it getLookupById: a name in every language that clients are generated for. */
export function operationId(method: Operation['method'], path: string): string {
  const words = path.split('/').filter(Boolean).map((segment) => (segment.startsWith(':') ? `by_${segment.slice(1)}` : segment));
  return method.toLowerCase() + words.flatMap((word) => word.split(/[^A-Za-z0-9]+/)).filter(Boolean).map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

function routeOf(operation: Operation, path: string): typeof OpenAPIRoute {
  const inPath = new Set(pathParameters(path));
  const parameters = Object.entries(operation.parameters);
  const shape = (entries: [string, Parameter][]) => z.object(Object.fromEntries(entries.map(([name, parameter]) => [name, schemaOf(parameter, inPath.has(name))])));
  const { body } = operation;
  const refusal = { content: { 'application/json': { schema: z.object({ error: z.string() }) } } };
  const schema = {
    operationId: operationId(operation.method, path),
    tags: [operation.group],
    summary: operation.summary,
    description: operation.description,
    request: {
      params: shape(parameters.filter(([name]) => inPath.has(name))),
      query: shape(parameters.filter(([name]) => !inPath.has(name))).extend({
        release: z.string().optional().describe('A release of this server, by version or id'),
      }),
      body: body && {
        required: true,
        content: { 'application/json': { schema: z.object({ [body.key]: z.array(z.string()).max(body.limit).describe(body.summary) }).loose().openapi({ example: body.example && { [body.key]: body.example } }) } },
      },
    },
    responses: {
      200: { description: 'The answer.', content: Object.fromEntries(operation.formats.map((format) => [MEDIA_TYPES[format], { schema: answerSchema(format) }])) },
      400: { description: 'The request was wrong; one sentence says what.', ...refusal },
      404: { description: 'There is no such page or release.', ...refusal },
      429: { description: 'Too many requests.', ...refusal },
      503: { description: 'The data cannot be read at the moment.', ...refusal },
    },
  };
  return class extends OpenAPIRoute {
    override schema = schema;
  } as typeof OpenAPIRoute;
}

/** JSON of any shape; everything else is text. */
function answerSchema(format: string): z.ZodType {
  return format === 'json' ? z.unknown() : z.string();
}

function schemaOf({ kind, values, minimum, maximum, default: byDefault, required, summary, example }: Parameter, inPath: boolean): z.ZodType {
  const schema = bareSchema(kind, values, minimum, maximum).describe(summary);
  const shown = example === undefined ? schema : schema.openapi({ example });
  if (required || inPath) return shown;
  return byDefault === undefined ? shown.optional() : shown.optional().openapi({ default: kind === 'flag' ? Number(byDefault) : byDefault });
}

function bareSchema(kind: Parameter['kind'], values: readonly string[] | undefined, minimum: number | undefined, maximum: number | undefined): z.ZodType {
  switch (kind) {
    // Any text but "0" is true, "false" too: a boolean would be sent as that.
    case 'flag': return z.int().openapi({ enum: [0, 1] });
    case 'integer': return limited(z.int(), minimum, maximum);
    case 'float': return limited(z.number(), minimum, maximum);
    case 'choice': return z.enum(values as [string, ...string[]]);
    case 'list': return z.array(z.string());
    default: return z.string();
  }
}

function limited(schema: z.ZodNumber, minimum = -Infinity, maximum = Infinity): z.ZodType {
  const from = minimum === -Infinity ? schema : schema.min(minimum);
  return maximum === Infinity ? from : from.max(maximum);
}
