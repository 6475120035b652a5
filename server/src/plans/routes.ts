import { plans } from '../../../contract/plans.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { makePlan } from './actions/make.ts';

export function planRoutes(service: Service): void {
  bind(service, plans.create, ({ change, params, body }) =>
    change((work) => makePlan(work, params.boardPublicId, body.cards)),
  );
}
