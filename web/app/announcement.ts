import { routes } from '../../contract/routes.ts';
import { type Resource, useResource } from './resource.ts';
import { server } from './session.ts';

type Announced = Awaited<ReturnType<typeof ask>>;

const ask = async (signal: AbortSignal) =>
  (await server.ask(routes.operator.announcement, {}, { signal })).reply;

/** What the operator tells everybody, and whether the user is an operator. */
export const useAnnouncement = (): Resource<Announced> => useResource('announcement', ask);
