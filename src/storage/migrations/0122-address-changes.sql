-- An address of a user that counts once somebody opened the link that was mailed to it. A user has one at a time.
create table address_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  -- The account whose admin asked for it, and who and which key did: the change ends with their access. Null: the user.
  account_id uuid references accounts on delete cascade,
  requester_id uuid references users on delete cascade,
  requester_key_id uuid references api_keys on delete cascade,
  token_hash bytea not null unique,
  -- For the mail; deleted once it was sent or given up.
  encrypted_token text,
  -- When the mail may be sent; null when none is pending.
  claimable_at timestamptz,
  lease_token uuid,
  tries smallint not null default 0,
  mail_status text not null default 'NONE',
  mail_response text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index address_changes_due on address_changes (claimable_at) where claimable_at is not null;
create index address_changes_by_account on address_changes (account_id) where account_id is not null;
create index address_changes_by_requester on address_changes (requester_id) where requester_id is not null;
create index address_changes_by_key on address_changes (requester_key_id) where requester_key_id is not null;

create trigger capture_change after insert or delete on address_changes for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
create trigger capture_change after update of email on users for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
