-- Names and values inside rows get the words of the field, as the columns did.

-- Keys of the alert state of a check. A key is followed by its colon, which no string inside the JSON can imitate.
update check_states
set alert_state = replace(replace(replace(replace(replace(replace(replace(alert_state::text,
  '"lastToldAt":', '"lastNotifiedAt":'),
  '"troubleSince":', '"problemSince":'),
  '"troubleRuns":', '"problemRuns":'),
  '"failureTold":', '"failureNotified":'),
  '"degradedTold":', '"degradedNotified":'),
  '"lastTold":', '"lastNotifiedKind":'),
  '"heard":', '"lastNotified":')::jsonb
where alert_state is not null;

-- Why nobody was notified.
update notifications
set silence = case silence when 'ALREADY_TOLD' then 'ALREADY_NOTIFIED' else 'NEVER_NOTIFIED' end
where silence in ('ALREADY_TOLD', 'NEVER_TOLD');

alter table subscriber_mails drop constraint subscriber_mails_status_check;
update subscriber_mails set status = 'PENDING' where status = 'OWED';
alter table subscriber_mails
  add constraint subscriber_mails_status_check check (status in ('PENDING', 'SENT', 'RETRY', 'REJECTED'));

alter index notifications_owed rename to notifications_pending;
alter index subscriber_mails_owed rename to subscriber_mails_pending;
alter index commit_statuses_owed rename to commit_statuses_pending;
alter index root_cause_analyses_owed rename to root_cause_analyses_pending;
