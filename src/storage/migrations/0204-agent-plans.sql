-- Changes that programs proposed and that are carried out once somebody confirms them.
create table agent_plans (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  operation text not null,
  -- Encrypted: parameters and body may hold credentials.
  input text not null,
  reason text not null,
  -- What it changes, without credentials.
  target text,
  changes jsonb not null,
  -- The entity tag of the resource as it was shown; null for what does not change one.
  version text,
  state text not null,
  -- Why it failed; null otherwise.
  problem text,
  -- Encrypted: the call that undoes it; null where nothing does.
  undo text,
  proposed_by text,
  program text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  primary key (account_id, id)
);
