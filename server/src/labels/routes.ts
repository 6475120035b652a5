import { labels } from '../../../contract/labels.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { createLabel, deleteLabel, updateLabel } from './actions/labels.ts';

export function labelRoutes(service: Service): void {
  const { db } = service;

  bind(service, labels.get, async ({ actor, params }) => {
    const { id, name, colourCode } = await locate(db, actor, 'label', params.labelPublicId, 'board:view');
    return { publicId: id, name, colourCode };
  });

  bind(service, labels.create, ({ change, body }) => change((work) => createLabel(work, body)));

  bind(service, labels.update, ({ change, params, body }) =>
    change((work) => updateLabel(work, params.labelPublicId, body)),
  );

  bind(service, labels.delete, ({ change, params }) =>
    change((work) => deleteLabel(work, params.labelPublicId)),
  );
}
