import { deleteRow, insertRow, insertRows, updateRow } from '../../base/db/statements.ts';
import { codeHosts, codeLinks } from './tables.ts';

export const insertHost = insertRow('code_hosts.insert', codeHosts);

export const updateHost = updateRow('code_hosts.update', codeHosts, [
  'name',
  'secret_sealed',
  'previous_secret_sealed',
  'previous_secret_until',
  'created_by',
  'updated_at',
]);

export const updateToken = updateRow('code_hosts.setToken', codeHosts, [
  'token_sealed',
  'api_url',
  'comment_due_at',
  'post_problem',
  'updated_at',
]);

export const removeHost = deleteRow('code_hosts.remove', codeHosts);

export const insertLinks = insertRows('code_links.insert', codeLinks, [
  'workspace_id',
  'host_id',
  'created_at',
]);

export const removeLink = deleteRow('code_links.remove', codeLinks);
