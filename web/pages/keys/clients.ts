/* What agents' clients want to know of this service: each as it is pasted into its settings. */

const json = (value: unknown): string => JSON.stringify(value, null, 2);

interface Way {
  /** The address of the service's MCP endpoint. */
  url: string;
  secret: string;
}

const headers = (secret: string) => ({ Authorization: `Bearer ${secret}` });

export const clients = {
  claudeCode: ({ url, secret }: Way) =>
    `claude mcp add --transport http taskboard ${url} --header "Authorization: Bearer ${secret}"`,
  cursor: ({ url, secret }: Way) => json({ mcpServers: { taskboard: { url, headers: headers(secret) } } }),
  vsCode: ({ url, secret }: Way) =>
    json({ servers: { taskboard: { type: 'http', url, headers: headers(secret) } } }),
  codex: ({ url, secret }: Way) =>
    `[mcp_servers.taskboard]\nurl = "${url}"\nhttp_headers = { "Authorization" = "Bearer ${secret}" }`,
  zed: ({ url, secret }: Way) => json({ context_servers: { taskboard: { url, headers: headers(secret) } } }),
} as const;

export type Client = keyof typeof clients;
