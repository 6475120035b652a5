/**
 * The page to read and try the API: Swagger UI from this server's own files, so that it works offline. It adds the version of the
 * service, since Swagger UI only shows that of the API.
 */
export const docsPage = (service: string, interfaceVersion: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Taskboard API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="data:,">
</head>
<body>
<p style="margin: 16px auto; max-width: 1460px; padding: 0 20px; font: 14px sans-serif">
Taskboard ${service}, with version ${interfaceVersion} of its API
</p>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** A separate file, because the page's policy does not allow inline scripts. */
export const docsScript = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Nothing may be loaded from, or sent to, other hosts. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
