import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Operation } from '../../../contract/operation.ts';

/* Validates every reply against the served OpenAPI document: exactly the declared fields. */

type Schema = { [key: string]: unknown };

export interface DocumentCheck {
  /** Throws if the document does not declare such a reply for the operation. */
  check(operation: Operation, status: number, contentType: string, body: unknown): void;
  /** Throws if the document does not declare such a JSON body for the operation. */
  checkBody(operation: Operation, body: unknown): void;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        responses: Record<string, Schema>;
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
  components: { schemas: Record<string, Schema>; responses: Record<string, Schema> };
}

let served: Promise<DocumentCheck> | undefined;

/** Checks against the document that a service sends: the same for all services of a process, since compiling it takes long. */
export function servedDocumentCheck(baseUrl: string): Promise<DocumentCheck> {
  served ??= fetch(`${baseUrl}/openapi.json`)
    .then((reply) => reply.json())
    .then(documentCheck);
  return served;
}

export function documentCheck(given: unknown): DocumentCheck {
  const document = given as Document;
  // The tests of the document check that its schemas are valid.
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateSchema: false,
    meta: false,
    inlineRefs: false,
    // Most validators run a few times: making their code shorter takes longer than it saves.
    code: { optimize: false },
  });
  addFormats.default(ajv, ['date-time', 'email', 'uri']);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(exact(schema) as Schema, `#/components/schemas/${name}`);
  }
  // Most errors have the same schema in all operations, and compiling one takes longer than most requests.
  const validators = new Map<Schema, ValidateFunction>();
  const hold = (key: string, schema: Schema, value: unknown) => {
    const validate = validators.get(schema) ?? ajv.compile(exact(schema) as Schema);
    validators.set(schema, validate);
    if (!validate(value)) {
      throw new Error(
        `${key}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 2000)}`,
      );
    }
  };
  return {
    check(operation, status, contentType, body) {
      const declared = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses[status];
      if (!declared) throw new Error(`${operation.id} does not declare the status ${status}`);
      const response = '$ref' in declared ? resolve(document, String(declared.$ref)) : declared;
      const content = response.content as Record<string, { schema: Schema }> | undefined;
      if (!content && contentType === '') return;
      const [type = ''] = contentType.split(';');
      const schema = (content?.[type] ?? content?.['*/*'])?.schema;
      if (!schema) throw new Error(`${operation.id} does not declare ${type} for ${status}`);
      if (type === 'application/json') hold(`${operation.id} ${status}`, schema, body);
    },
    checkBody(operation, body) {
      const declared = document.paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody;
      const schema = declared?.content['application/json']?.schema;
      if (!schema) throw new Error(`${operation.id} does not declare a body`);
      hold(`${operation.id} body`, schema, body);
    },
  };
}

function resolve(document: Document, reference: string): Schema {
  const name = reference.split('/').at(-1) ?? '';
  const found = document.components.responses[name];
  if (!found) throw new Error(`${reference} is missing`);
  return found;
}

/** Converts OpenAPI's dialect to closed JSON Schema, in which undeclared properties are errors. */
function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Schema;
  const closed: Schema = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, exact(value)]));
  if (closed.type === 'object' && closed.properties && closed.additionalProperties === undefined) {
    closed.additionalProperties = false;
  }
  return nullable ? { anyOf: [closed, { type: 'null' }] } : closed;
}
