-- Alerts that a silence holds back are looked at again at release_at; null: nothing is held back.
alter table check_states add column release_at timestamptz;
-- People asked for silence until then.
alter table check_states add column snoozed_until timestamptz;
alter table check_states add column muted_until timestamptz;
create index check_states_held on check_states (release_at) where release_at is not null;
alter table check_groups add column muted_until timestamptz;
alter table alert_channels add column paused_until timestamptz;
-- Whether what still fails at the end of a silenced window is notified then.
alter table maintenance_windows add column notify_after_end boolean not null default true;
