import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { programOf } from '../../../tools/programs.ts';

/* Agents as vendors build them: the client of the protocol's official SDK, over either transport. */

const program = programOf('taskboard');

/** The result of a tool. */
export interface ToolResult {
  text: string;
  isError: boolean;
}

export interface Agent {
  readonly client: Client;
  /** Calls a tool; returns its result, which must not be an error. */
  call: <T>(name: string, input?: Record<string, unknown>) => Promise<T>;
  /** Calls a tool; returns its result, even an error. */
  ask: (name: string, input?: Record<string, unknown>) => Promise<ToolResult>;
  close: () => Promise<void>;
}

/** How an agent connects: the transport and the revision of the protocol. */
export const ways = [
  { transport: 'http', mode: 'legacy' },
  { transport: 'http', mode: 'auto' },
  { transport: 'stdio', mode: 'legacy' },
  { transport: 'stdio', mode: 'auto' },
] as const;

type Protocol = (typeof ways)[number];

/** Connects an agent with `token` to the service at `address`. */
export async function agentOn(address: string, token: string, way: Protocol): Promise<Agent> {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: way.mode } });
  await client.connect(way.transport === 'http' ? overHttp(address, token) : overStdio(address, token));
  const ask = async (name: string, input: Record<string, unknown> = {}): Promise<ToolResult> => {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    const [first] = content;
    if (first?.type !== 'text' || content.length !== 1)
      throw new Error(`${name} told ${JSON.stringify(content)}`);
    return { text: first.text, isError };
  };
  return {
    client,
    ask,
    async call<T>(name: string, input?: Record<string, unknown>) {
      const { text, isError } = await ask(name, input);
      if (isError) throw new Error(`${name}: ${text}`);
      return JSON.parse(text) as T;
    },
    close: () => client.close(),
  };
}

const overHttp = (address: string, token: string) =>
  new StreamableHTTPClientTransport(new URL('/mcp', address), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });

const overStdio = (address: string, token: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    env: { ...(process.env as Record<string, string>), TASKBOARD_URL: address, TASKBOARD_TOKEN: token },
  });
