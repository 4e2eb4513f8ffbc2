-- Who people are at the identity provider of the operator (OpenID Connect), by the id there, which never changes.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- Sign-ins that were started at the provider and wait for the browser to come back. Of state and of the cookie of that
-- browser only hashes are stored.
create table oidc_sign_ins (
  hash bytea primary key,
  browser_hash bytea not null,
  encrypted_secrets text not null,
  return_path text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oidc_sign_ins_by_end on oidc_sign_ins (expires_at);
