-- Plans to bring resources that exist into the code of a project.
create table import_plans (
  account_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  -- The resources with all of their settings, encrypted; null once the plan is committed.
  encrypted_changes text,
  created_at timestamptz not null,
  -- When its resources were linked to the project: a deployment changes them, and does not delete them.
  applied_at timestamptz,
  -- When they came to belong to the project like all others.
  committed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, project_id) references projects (account_id, id) on delete cascade
);
create index import_plans_of_project on import_plans (account_id, project_id, id);
