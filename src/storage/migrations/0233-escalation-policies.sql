-- Who is notified next when nobody acknowledges an alert.
create table escalation_policies (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null,
  -- An array of { afterMinutes, alertChannelIds, quietHours }.
  steps jsonb not null,
  -- { everyMinutes, times } of the last step.
  repeat jsonb,
  -- An array of { from, to, timeZone, kinds }.
  quiet_hours jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);
create trigger capture_change after insert or update or delete on escalation_policies for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
