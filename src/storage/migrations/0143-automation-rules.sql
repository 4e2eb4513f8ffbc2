-- A rule by which alerts of checks with certain tags open and resolve an incident of a page with components.
create table automation_rules (
  account_id uuid not null,
  id uuid not null,
  status_page_id uuid not null,
  name text not null,
  enabled boolean not null,
  notify_subscribers boolean not null,
  cool_down_window_minutes integer not null,
  first_update text not null,
  last_update text not null,
  tags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, status_page_id) references status_pages (account_id, id) on delete cascade
);
create index automation_rules_of_page on automation_rules (account_id, status_page_id, id);

create table automation_rule_components (
  account_id uuid not null,
  rule_id uuid not null,
  id uuid not null,
  component_id uuid not null,
  target_impact text not null,
  primary key (account_id, rule_id, component_id),
  foreign key (account_id, rule_id) references automation_rules (account_id, id) on delete cascade,
  foreign key (account_id, component_id) references status_page_components (account_id, id) on delete cascade
);
create index automation_rule_components_by_component on automation_rule_components (account_id, component_id);

-- The failing checks that keep the incident of a rule open.
create table automation_rule_failures (
  account_id uuid not null,
  rule_id uuid not null,
  check_id uuid not null,
  primary key (account_id, rule_id, check_id),
  foreign key (account_id, rule_id) references automation_rules (account_id, id) on delete cascade
);
create index automation_rule_failures_of_check on automation_rule_failures (account_id, check_id);

-- Failures and recoveries that rules have not seen yet, in the order of their alerts.
create table automation_tasks (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  check_id uuid not null,
  -- Those of a check that fails, with its group's; null when it recovered or was deleted.
  tags text[],
  at timestamptz not null
);
create index automation_tasks_of_check on automation_tasks (account_id, check_id);

-- The rule that opened an incident; it may be gone.
alter table incidents add column automation_rule_id uuid;
create index incidents_of_rule on incidents (account_id, automation_rule_id, id) where automation_rule_id is not null;

do $$
declare
  source text;
begin
  foreach source in array array['automation_rules', 'automation_rule_components'] loop
    execute format('create trigger capture_change after insert or update or delete on %I for each row
      when (current_setting(''belfry.audited'', true) = ''on'') execute function capture_change()', source);
  end loop;
end $$;
