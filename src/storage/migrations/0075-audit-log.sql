-- Who changed what. It outlives what it is about, so it refers to nothing. Months go as a whole.
create table audit_log (
  account_id uuid not null,
  -- Its time is that of the change.
  id uuid not null,
  created_at timestamptz not null,
  operation text not null,
  action text not null,
  resource_type text,
  resource_id text,
  resource_name text,
  actor_type text not null,
  -- The key, or the session of a browser.
  actor_id uuid,
  user_id uuid,
  actor_name text,
  address text not null,
  user_agent text not null,
  -- What differs, as a list of paths with the values before and after; secrets are masked.
  changes jsonb not null,
  -- The code of the fault of an attempt that failed.
  fault text,
  primary key (account_id, id)
) partition by range (id);
create table audit_log_default partition of audit_log default;
create index audit_log_of_resource on audit_log (account_id, resource_id, id) where resource_id is not null;

-- Rows as they were and as they become, within the transaction that changes them: what writes the log takes them from
-- here before it commits, so that no other transaction ever sees one, and none is written to the disk's log.
create unlogged table captured_changes (
  transaction bigint not null,
  id bigint generated always as identity,
  source text not null,
  before jsonb,
  after jsonb,
  primary key (transaction, id)
);

create function capture_change() returns trigger language plpgsql as $$
begin
  insert into captured_changes (transaction, source, before, after)
  values (pg_current_xact_id()::text::bigint, tg_table_name,
    case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $$;

-- Only transactions that ask for it pay more than a look at their setting.
do $$
declare
  source text;
begin
  foreach source in array array['accounts', 'memberships', 'member_invites', 'api_keys', 'passwords', 'saved_views',
    'variables', 'snippets', 'checks', 'check_groups', 'channel_subscriptions', 'client_certificates', 'code_bundles',
    'golden_files', 'triggers', 'deployment_triggers', 'alert_channels', 'private_locations', 'private_location_keys',
    'maintenance_windows', 'maintenances', 'maintenance_updates', 'status_pages', 'status_page_cards',
    'status_page_card_services', 'status_page_keys', 'status_page_services', 'status_page_subscribers', 'incidents',
    'incident_services', 'incident_updates', 'dashboards', 'dashboard_keys', 'dashboard_incidents',
    'dashboard_incident_updates']
  loop
    execute format('create trigger capture_change after insert or update or delete on %I for each row
      when (current_setting(''belfry.audited'', true) = ''on'') execute function capture_change()', source);
  end loop;
end $$;
create trigger capture_change after insert or delete on browser_sessions for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
create trigger capture_change after insert on sign_in_links for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
