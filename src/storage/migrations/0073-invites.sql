-- Invites can be accepted by whoever has their token, of which only the hash is kept, and are mailed.
alter table member_invites
  -- Invites end with the membership of who made them. Null: made by a program.
  add column inviter_id uuid references users on delete cascade,
  -- Null for invites from before, which need a new link.
  add column token_hash bytea unique,
  -- For the mail; deleted once it was sent or given up.
  add column encrypted_token text,
  -- When the mail may be sent; null when none is pending.
  add column claimable_at timestamptz,
  add column lease_token uuid,
  add column tries smallint not null default 0,
  add column mail_status text not null default 'NONE',
  add column mail_response text not null default '';

delete from member_invites older using member_invites newer
where older.account_id = newer.account_id and lower(older.email) = lower(newer.email) and older.id <> newer.id
  and (older.created_at, older.id) < (newer.created_at, newer.id);
create unique index member_invites_by_address on member_invites (account_id, lower(email));
create index member_invites_due on member_invites (claimable_at) where claimable_at is not null;
create index member_invites_by_inviter on member_invites (inviter_id) where inviter_id is not null;
