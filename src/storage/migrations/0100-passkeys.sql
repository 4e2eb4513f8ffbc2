-- Passkeys (WebAuthn Level 3) with which people sign in. Only public keys are stored.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The id that the authenticator gave it.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the authenticator says it was used; some never count and say 0.
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether copies exist on other devices of the person.
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at, id);

-- Random numbers that wait for an authenticator to sign them, each once. Only hashes are stored.
create table passkey_challenges (
  hash bytea primary key,
  -- Who adds a passkey, in which session; null for a sign-in.
  user_id uuid references users on delete cascade,
  session_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

create trigger capture_change after insert or delete or update of name on passkeys for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
