import type { ProviderStatuses } from '../../integrations/flows.ts';

/** A refused token or an unexpected reply ends an import; it is retried later if the provider is down. */
export const duringImport: ProviderStatuses = { refused: 400, unfit: 400, down: 503 };
