import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { operations } from '../../../contract/api.ts';
import { interfaceVersion, openApiDocument } from '../../../contract/openapi.ts';
import { version } from '../base/config/version.ts';
import type { Service } from '../base/service.ts';
import { keptFile } from './kept-file.ts';
import { docsPage, docsPolicy, docsScript } from './page.ts';

/** The OpenAPI document, and a page to read and try the API. */
export function docsRoutes(service: Service): void {
  const { http } = service;
  const serve = (path: string, type: string, content: () => Promise<Buffer | string>) => {
    const send = keptFile(`${type}; charset=utf-8`, content);
    http.get(path, (request, reply) => {
      reply.headers({ 'content-security-policy': docsPolicy, 'cache-control': 'max-age=3600' });
      return send(request, reply);
    });
  };
  serve('/api/v1/openapi.json', 'application/json', async () =>
    JSON.stringify(openApiDocument(operations, '/api/v1')),
  );
  serve('/docs', 'text/html', async () => docsPage(version, interfaceVersion));
  serve('/docs/start.js', 'text/javascript', async () => docsScript);
  serve('/docs/swagger-ui.css', 'text/css', () => swaggerUi('swagger-ui.css'));
  serve('/docs/swagger-ui-bundle.js', 'text/javascript', () => swaggerUi('swagger-ui-bundle.js'));
}

// Fastify's package of the files is used because Swagger's own reports installations to a third party.
const swaggerUi = (file: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`@fastify/swagger-ui/static/${file}`)));
