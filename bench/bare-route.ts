import fastify from 'fastify';

/* `node bench/bare-route.ts <port> <bytes>` answers every request with that many bytes of JSON: the minimum cost of a reply. */

const [port = '0', bytes = '2'] = process.argv.slice(2);
const text = JSON.stringify('x'.repeat(Math.max(0, Number(bytes) - 2)));

const server = fastify();
server.all('*', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
await server.listen({ port: Number(port), host: '127.0.0.1' });
console.log('listening');
