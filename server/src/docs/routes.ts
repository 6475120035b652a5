import { operations } from '../../../contract/api.ts';
import { openApiDocument } from '../../../contract/openapi.ts';
import type { Service } from '../service.ts';

/** The description of the API: the OpenAPI document. */
export function docsRoutes(service: Service): void {
  let text: string | undefined;
  service.http.get('/api/v1/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(operations, `${service.publicUrl}/api/v1`));
    reply.type('application/json; charset=utf-8');
    return text;
  });
}
