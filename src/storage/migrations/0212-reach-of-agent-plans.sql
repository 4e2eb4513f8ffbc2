-- The channels, status pages and dashboards that a proposed change reaches.
alter table agent_plans add column reaches jsonb not null default '[]';
