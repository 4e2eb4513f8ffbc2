-- States that another tool knew last of the checks imported from it, to compare with runs here.
create table import_states (
  account_id uuid not null references accounts on delete cascade,
  source text not null,
  -- By the logical ids of checks: state, and reason or null.
  states jsonb not null,
  read_at timestamptz not null,
  primary key (account_id, source)
);
