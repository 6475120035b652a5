import { boards } from '../../../contract/boards.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { createBoard } from './flows/create-board.ts';

/** Creates boards, with named lists and labels or as copies. */
export function templateRoutes(service: Service): void {
  bind(service, boards.create, ({ params, body, ...caller }) =>
    createBoard(service, caller, params.workspacePublicId, body),
  );
}
