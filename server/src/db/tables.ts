import type { Generated } from 'kysely';

/*
 * Every table, written once for both engines: ids are text, times are microseconds since 1970, flags are 0 or 1,
 * JSON is text. What a workspace owns carries `workspace_id` in its primary, unique and foreign keys.
 */

type Flag = 0 | 1;
type Micros = number;

export interface Tables {
  users: UserTable;
  sessions: SessionTable;
  api_keys: ApiKeyTable;
  identities: IdentityTable;
  used_openid_states: UsedOpenIdStateTable;
  mail_tokens: MailTokenTable;
  security_events: SecurityEventTable;
  sent_invitations: SentInvitationTable;
  integrations: IntegrationTable;
  idempotency_keys: IdempotencyKeyTable;
  workspaces: WorkspaceTable;
  old_workspace_slugs: OldWorkspaceSlugTable;
  versions: VersionTable;
  roles: RoleTable;
  members: MemberTable;
  invites: InviteTable;
  boards: BoardTable;
  old_board_slugs: OldBoardSlugTable;
  favourites: FavouriteTable;
  lists: ListTable;
  labels: LabelTable;
  cards: CardTable;
  card_blocks: CardBlockTable;
  card_labels: CardLabelTable;
  card_members: CardMemberTable;
  checklists: ChecklistTable;
  checklist_items: ChecklistItemTable;
  comments: CommentTable;
  search_texts: SearchTextTable;
  uploads: UploadTable;
  attachments: AttachmentTable;
  activities: ActivityTable;
  changes: ChangeTable;
  audit_entries: AuditEntryTable;
  webhooks: WebhookTable;
  webhook_events: WebhookEventTable;
  webhook_deliveries: WebhookDeliveryTable;
  installation: InstallationTable;
}

export interface UserTable {
  id: string;
  /** Lower case; unique. */
  email: string;
  /** When someone first showed that they read its mail; a sign-up does not. */
  email_verified_at: Micros | null;
  name: string | null;
  image: string | null;
  password_hash: string | null;
  billing_customer_id: string | null;
  /** When the user first signed in by magic link. */
  magic_link_at: Micros | null;
  created_at: Micros;
  /** Since when the operator lets nobody in. */
  disabled_at: Micros | null;
  /** Since when it is nobody's, and stands for what someone wrote. */
  deleted_at: Micros | null;
}

export interface SessionTable {
  id: string;
  user_id: string;
  token_hash: string;
  user_agent: string | null;
  created_at: Micros;
  last_used_at: Micros;
  expires_at: Micros;
}

export interface ApiKeyTable {
  id: Generated<number>;
  user_id: string;
  name: string;
  prefix: string;
  key_hash: string;
  /** Permission mask; null leaves the key all that its user may do. */
  permissions: number | null;
  /** The one workspace the key opens; null opens all of the user's. */
  workspace_id: string | null;
  created_at: Micros;
  last_used_at: Micros | null;
  expires_at: Micros | null;
}

/** Whom an OpenID provider knows by `subject` is this user. */
export interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Micros;
}

/** What began a sign-in by a provider that has succeeded: it cannot be used again before it expires. */
export interface UsedOpenIdStateTable {
  nonce: string;
  expires_at: Micros;
}

/** What was mailed; a few per address and purpose work beside each other. */
export interface MailTokenTable {
  token_hash: string;
  email: string;
  purpose: 'magic-link' | 'password-reset' | 'new-address';
  /** Whose address it is to become. */
  user_id: string | null;
  created_at: Micros;
  expires_at: Micros;
}

/** What happened to an account, for its owner. */
export interface SecurityEventTable {
  user_id: string;
  id: string;
  type: string;
  /** Where it came from; null for the operator's own commands. */
  network: string | null;
  user_agent: string | null;
  detail: string | null;
  created_at: Micros;
}

/** A mail to someone else that a user has had sent; kept for a day, to count them. */
export interface SentInvitationTable {
  workspace_id: string;
  id: string;
  user_id: string;
  email: string;
  sent_at: Micros;
}

export interface IntegrationTable {
  user_id: string;
  provider: 'codehost' | 'boardtool';
  token_sealed: string;
  account: string | null;
  connected_at: Micros;
}

/** A request that is carried out once, however often it is sent. */
export interface IdempotencyKeyTable {
  user_id: string;
  key: string;
  /** A signature of what was sent. */
  request: string;
  /** Null until the request is answered; sealed, because some replies show a secret. */
  reply_sealed: string | null;
  expires_at: Micros;
}

export interface WorkspaceTable {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  plan: string;
  card_prefix: string;
  show_emails_to_members: Flag;
  week_start_day: number;
  /** The number of the newest card; never goes down. */
  card_counter: number;
  created_by: string;
  created_at: Micros;
  deleted_at: Micros | null;
  deleted_by: string | null;
}

/** A slug that the workspace had: nobody else's until it is free. */
export interface OldWorkspaceSlugTable {
  workspace_id: string;
  slug: string;
  free_at: Micros;
}

/** What a board, or a workspace by its own id, is at: it rises with each change that they show. */
export interface VersionTable {
  workspace_id: string;
  id: string;
  version: Micros;
  held_until: Micros | null;
  /** Of the last change of a workspace, in its own row. */
  position: Generated<number>;
}

export interface RoleTable {
  workspace_id: string;
  id: string;
  name: string;
  description: string | null;
  /** Lower ranks higher; `admin` is 0. */
  level: number;
  is_system: Flag;
  permissions: number;
  created_at: Micros;
}

export type MemberStatus = 'invited' | 'active' | 'paused' | 'removed';

export interface MemberTable {
  workspace_id: string;
  id: string;
  user_id: string | null;
  email: string;
  role_id: string;
  status: MemberStatus;
  /** Masks of the overrides: granted and revoked on top of the role. No permission is in both. */
  granted: number;
  revoked: number;
  created_at: Micros;
}

export interface InviteTable {
  workspace_id: string;
  id: string;
  /** The invited member where the code was mailed to one; null is the link of the workspace. */
  member_id: string | null;
  code_hash: string;
  /** The code, to be shown again; null for what is mailed. */
  code_sealed: string | null;
  created_by: string;
  created_at: Micros;
  expires_at: Micros;
  deactivated_at: Micros | null;
}

export interface BoardTable {
  workspace_id: string;
  id: string;
  name: string;
  slug: string;
  type: 'regular' | 'template';
  visibility: 'private' | 'public';
  created_by: string;
  created_at: Micros;
  archived_at: Micros | null;
  deleted_at: Micros | null;
  deleted_by: string | null;
}

/** A slug that a board had in a workspace, be it elsewhere by now: no other board's there until it is free. */
export interface OldBoardSlugTable {
  workspace_id: string;
  slug: string;
  board_id: string;
  free_at: Micros;
}

export interface FavouriteTable {
  workspace_id: string;
  board_id: string;
  user_id: string;
}

export interface ListTable {
  workspace_id: string;
  id: string;
  board_id: string;
  name: string;
  position: string;
  created_at: Micros;
  deleted_at: Micros | null;
  deleted_by: string | null;
}

export interface LabelTable {
  workspace_id: string;
  id: string;
  board_id: string;
  name: string;
  colour_code: string;
  created_at: Micros;
}

export interface CardTable {
  workspace_id: string;
  id: string;
  board_id: string;
  list_id: string;
  number: number;
  title: string;
  description: string | null;
  due_at: Micros | null;
  position: string;
  created_by: string;
  created_at: Micros;
  archived_at: Micros | null;
  deleted_at: Micros | null;
  deleted_by: string | null;
}

/** How many live cards a list has from one order key to the next; kept by triggers. */
export interface CardBlockTable {
  workspace_id: string;
  list_id: string;
  starts: string;
  cards: number;
}

export interface CardLabelTable {
  workspace_id: string;
  board_id: string;
  card_id: string;
  label_id: string;
}

export interface CardMemberTable {
  workspace_id: string;
  card_id: string;
  member_id: string;
}

export interface ChecklistTable {
  workspace_id: string;
  id: string;
  card_id: string;
  name: string;
  position: string;
  created_at: Micros;
}

export interface ChecklistItemTable {
  workspace_id: string;
  id: string;
  checklist_id: string;
  title: string;
  completed: Flag;
  position: string;
  created_at: Micros;
}

export interface CommentTable {
  workspace_id: string;
  id: string;
  card_id: string;
  /** Empty once the comment is deleted. */
  comment: string;
  created_by: string;
  created_at: Micros;
  updated_at: Micros | null;
  deleted_at: Micros | null;
}

/** What is searched for the words of a board, card or comment; kept by triggers. */
export interface SearchTextTable {
  number: Generated<number>;
  workspace_id: string;
  /** Of the board, card or comment. */
  id: string;
  kind: 'board' | 'card' | 'comment';
  /** Folded name or title; empty for comments, null while the text waits to be folded. */
  title: string | null;
  /** Folded description or comment. */
  body: string | null;
}

/** A stored file that no attachment holds: not yet, or no longer. It goes when it is confirmed or has expired. */
export interface UploadTable {
  workspace_id: string;
  id: string;
  card_id: string;
  storage_key: string;
  content_type: string;
  size: number;
  created_by: string;
  created_at: Micros;
  expires_at: Micros;
}

export interface AttachmentTable {
  workspace_id: string;
  id: string;
  card_id: string;
  filename: string;
  original_filename: string;
  content_type: string;
  size: number;
  storage_key: string;
  created_by: string;
  created_at: Micros;
}

export interface ActivityTable {
  workspace_id: string;
  id: string;
  card_id: string;
  type: string;
  /** The acting user. */
  user_id: string;
  /** Unique and rising within a card, so that it is a cursor. */
  created_at: Micros;
  /** `created_at` of the first entry of the group this one is merged into; its own when it begins one. */
  group_started_at: Micros;
  from_index: number | null;
  to_index: number | null;
  from_title: string | null;
  to_title: string | null;
  from_description: string | null;
  to_description: string | null;
  from_due_at: Micros | null;
  to_due_at: Micros | null;
  /** JSON `{publicId, name, index}` as it was then. */
  from_list: string | null;
  to_list: string | null;
  /** JSON `{publicId, name}` as it was then. */
  label: string | null;
  member_id: string | null;
  comment_id: string | null;
  /** JSON `{publicId, filename, originalFilename}` as it was then. */
  attachment: string | null;
}

/** The change log that live streams follow. */
export interface ChangeTable {
  workspace_id: string;
  /** 1, 2, 3 … within the workspace, in the order of the commits. */
  position: number;
  type: string;
  board_id: string | null;
  card_id: string | null;
  /** What changed, where it is neither the board nor the card itself. */
  subject_id: string | null;
  user_id: string;
  created_at: Micros;
}

/** Who changed what about a workspace itself: its settings, people, rights and webhooks. */
export interface AuditEntryTable {
  workspace_id: string;
  id: string;
  type: string;
  /** Null for what the service did by itself. */
  user_id: string | null;
  /** The id of what was changed; the type begins with what that is. */
  subject_id: string;
  /** What it was called then; null for members, who have names of their own. */
  subject_name: string | null;
  /** JSON array of `{field, from, to}`. */
  detail: string;
  created_at: Micros;
}

export interface WebhookTable {
  workspace_id: string;
  id: string;
  name: string;
  url: string;
  secret_sealed: string;
  /** The secret before the last rotation signs as well until `previous_secret_until`. */
  previous_secret_sealed: string | null;
  previous_secret_until: Micros | null;
  /** JSON array of event patterns. */
  events: string;
  active: Flag;
  /** Null where it is not known any more. */
  created_by: string | null;
  created_at: Micros;
  updated_at: Micros | null;
  /** Since when every attempt has failed. */
  failing_since: Micros | null;
}

/** What webhooks are told, once for all of them. */
export interface WebhookEventTable {
  workspace_id: string;
  id: string;
  /** JSON as it is sent, made when the change happened. */
  body: string;
  created_at: Micros;
}

export interface WebhookDeliveryTable {
  workspace_id: string;
  id: string;
  webhook_id: string;
  event_id: string;
  /** Type of the event. */
  event: string;
  state: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  status_code: number | null;
  error: string | null;
  duration_ms: number | null;
  created_at: Micros;
  next_attempt_at: Micros | null;
}

/** What an installation remembers about itself. */
export interface InstallationTable {
  name: string;
  value: string;
}
