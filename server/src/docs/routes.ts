import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { operations } from '../../../contract/api.ts';
import { openApiDocument } from '../../../contract/openapi.ts';
import type { Service } from '../service.ts';
import { docsPage, docsPolicy, docsScript } from './page.ts';

/** The description of the API: the OpenAPI document, and a page to read it and try it. */
export function docsRoutes(service: Service): void {
  const { http } = service;
  let document: string | undefined;

  http.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(operations, '/api/v1'));
    reply.type('application/json; charset=utf-8');
    return document;
  });

  const serve = (path: string, type: string, content: () => string | Promise<Buffer>) => {
    http.get(path, async (_request, reply) => {
      reply.type(type).header('content-security-policy', docsPolicy).header('cache-control', 'max-age=3600');
      return content();
    });
  };
  serve('/docs', 'text/html; charset=utf-8', () => docsPage);
  serve('/docs/start.js', 'text/javascript; charset=utf-8', () => docsScript);
  serve('/docs/swagger-ui.css', 'text/css; charset=utf-8', () => swaggerUi('swagger-ui.css'));
  serve('/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', () =>
    swaggerUi('swagger-ui-bundle.js'),
  );
}

// The files come from the packaging by Fastify's makers: the one by Swagger's reports installations to a third party.
const swaggerUi = (file: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${file}`)));
