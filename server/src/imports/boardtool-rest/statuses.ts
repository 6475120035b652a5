import type { ProviderStatuses } from '../../integrations/flows.ts';

/** A refused token and odd answers end an import for good; where the provider is down, it is tried again later. */
export const duringImport: ProviderStatuses = { refused: 400, unfit: 400, down: 503 };
