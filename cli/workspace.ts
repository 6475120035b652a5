import { clearPolicies } from '../server/src/workspaces/actions/policies.ts';
import { readArguments } from './arguments.ts';
import { withService } from './user-accounts.ts';

/** `workspace clear-policies <id>` */
export async function clearPoliciesOf(args: string[]): Promise<void> {
  const { id } = readArguments(args, ['id'], {}).given;
  await withService(({ changeAccounts }) => changeAccounts((work) => clearPolicies(work, id)));
  console.log(`${id} demands nothing of its members any more: any session and API key of theirs opens it`);
}
