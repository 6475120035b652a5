import { createMcpHandler } from '@modelcontextprotocol/server';
import { agentServer, type Dependencies } from './server.ts';

/**
 * Answers one request of the streamable HTTP transport whose body has been read. No state is kept between requests, so any
 * node can answer any of them. There is no stream to open (GET) and no session to end (DELETE): both are answered with 405.
 */
export const answerRequest = (
  request: Request,
  parsedBody: unknown,
  ground: Dependencies,
): Promise<Response> =>
  createMcpHandler(() => agentServer(ground), { maxSubscriptions: 0 }).fetch(request, { parsedBody });
