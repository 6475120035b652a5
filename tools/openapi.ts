import { operations } from '../contract/api.ts';
import { openApiDocument } from '../contract/openapi.ts';

/* Prints the OpenAPI document, for linters and client generators. */
console.log(JSON.stringify(openApiDocument(operations, '/api/v1'), null, 2));
