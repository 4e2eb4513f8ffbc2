-- Accounts, who may act in them, and what their checks share.

create table accounts (
  id uuid primary key,
  name text not null,
  runtime_id text not null,
  alert_settings jsonb not null,
  settings jsonb not null default '{}',
  -- Moves with every change of a variable, so that prepared runs know when to resolve again.
  variables_version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz
);

create table users (
  id uuid primary key,
  name text not null,
  -- Those without an address of their own get one at localhost, to which mail is never sent.
  email text not null,
  created_at timestamptz not null
);

create table memberships (
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, user_id)
);
create index memberships_by_user on memberships (user_id);

-- People who were invited and have not answered.
create table member_invites (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  email text not null,
  role text not null,
  inviter_email text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  expires_at timestamptz not null,
  primary key (account_id, id)
);

-- A service key names its account and role; a user key takes both from the memberships of its user.
create table api_keys (
  id uuid primary key,
  kind text not null,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  account_id uuid references accounts on delete cascade,
  user_id uuid references users on delete cascade,
  role text,
  created_at timestamptz not null,
  revoked_at timestamptz,
  check ((kind = 'service' and account_id is not null and role is not null) or (kind = 'user' and user_id is not null))
);

create table variables (
  account_id uuid not null references accounts on delete cascade,
  key text not null,
  sealed_value text not null,
  locked boolean not null,
  secret boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, key)
);

-- Pieces of script that scripts of checks share.
create table snippets (
  account_id uuid not null references accounts on delete cascade,
  id bigint generated always as identity unique,
  name text not null,
  script text not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  unique (account_id, name)
);

-- Shown to hosts that ask for a certificate of the client.
create table client_certificates (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null unique,
  host text not null,
  certificate text not null,
  authority text,
  sealed_key text not null,
  sealed_passphrase text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- The path below which the certificate is shown, without a slash at its end; null: every path.
  path text,
  primary key (account_id, id)
);
