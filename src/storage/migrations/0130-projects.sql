-- Projects of code, and which resources they own or refer to.
create table projects (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  -- The name that its code gives it; also the key of its deployments.
  logical_id text not null,
  name text not null,
  repo_url text,
  -- The commit of the last deployment; null outside of a repository.
  repo_info jsonb,
  -- The files that scripts of the last deployment import, encrypted: payloads refer to them by their place.
  encrypted_files text,
  created_at timestamptz not null,
  updated_at timestamptz,
  deployed_at timestamptz,
  primary key (account_id, id)
);
create unique index projects_by_logical_id on projects (account_id, logical_id);

create table project_resources (
  account_id uuid not null,
  project_id uuid not null,
  type text not null,
  logical_id text not null,
  -- The id in the table of its type. The row may be gone: nobody but a deployment looks after it then.
  physical_id text not null,
  -- Whether the project owns it; otherwise its code only refers to it.
  member boolean not null,
  -- An import that is not committed yet: it is never deleted with the code.
  pending boolean not null default false,
  source_file text,
  -- What was deployed last, encrypted as a whole because secrets may be anywhere in it; null for references.
  encrypted_payload text,
  -- An HMAC of that payload with what it refers to, so that an unchanged one is recognised without decrypting it.
  payload_digest text,
  -- What the row was right after it was deployed: whoever changed it since changed this.
  live_digest text,
  primary key (account_id, project_id, type, logical_id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);
create unique index project_resources_owner on project_resources (account_id, type, physical_id) where member;
create index project_resources_of_resource on project_resources (account_id, type, physical_id);

create table deployments (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  -- Of its project, which may not exist yet or any more.
  logical_id text not null,
  status text not null,
  progress smallint not null default 0,
  -- The project with its resources, encrypted; null once it ended.
  encrypted_request text,
  options jsonb not null,
  -- Who asked for it, from where and by which program.
  requested_by jsonb not null,
  error jsonb,
  result jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  cancel_requested_at timestamptz,
  -- When a process may take it; null once it ended.
  claimable_at timestamptz,
  lease_token uuid,
  tries smallint not null default 0,
  primary key (account_id, id)
);
create unique index deployments_open on deployments (account_id, logical_id) where ended_at is null;
create index deployments_due on deployments (claimable_at) where claimable_at is not null;
create index deployments_ended on deployments (ended_at) where ended_at is not null;
