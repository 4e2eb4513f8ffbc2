-- Reports that are mailed to people regularly.
create table scheduled_reports (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  name text not null,
  frequency text not null,
  -- 1 is Monday; null for monthly ones, which are sent on the first of the month.
  weekday integer,
  -- By the clocks of the time zone, such as 08:00.
  time text not null,
  time_zone text not null,
  range text not null,
  group_by text not null,
  filter_by_tags text[] not null,
  next_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (account_id, id)
);
create index scheduled_reports_due on scheduled_reports (next_at);

-- Members, and addresses that confirmed that they want the report.
create table scheduled_report_recipients (
  account_id uuid not null,
  report_id uuid not null,
  id uuid not null,
  -- A member, whose address counts, whatever it is by then.
  user_id uuid,
  -- Of nobody who is a member.
  email text,
  -- Null until the link of the confirmation was used.
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, report_id) references scheduled_reports (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade,
  check (num_nonnulls(user_id, email) = 1)
);
create index recipients_of_scheduled_report on scheduled_report_recipients (account_id, report_id);
create index scheduled_reports_of_member on scheduled_report_recipients (account_id, user_id);

-- The figures of one sending, the same for all its recipients.
create table scheduled_report_issues (
  account_id uuid not null,
  report_id uuid not null,
  id uuid not null,
  figures jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, report_id) references scheduled_reports (account_id, id) on delete cascade
);
create index issues_of_scheduled_report on scheduled_report_issues (account_id, report_id);

-- Mails that are to be sent, or were.
create table scheduled_report_mails (
  account_id uuid not null,
  id uuid not null,
  recipient_id uuid not null,
  -- Null: asks whether the recipient wants the report.
  issue_id uuid,
  status text not null default 'PENDING',
  response text not null default '',
  tries integer not null default 0,
  claimable_at timestamptz,
  lease_token uuid,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, recipient_id) references scheduled_report_recipients (account_id, id) on delete cascade,
  foreign key (account_id, issue_id) references scheduled_report_issues (account_id, id) on delete cascade
);
create index scheduled_report_mails_due on scheduled_report_mails (claimable_at) where claimable_at is not null;
create index mails_of_scheduled_report on scheduled_report_mails (account_id, recipient_id, created_at);
create index mails_of_report_issue on scheduled_report_mails (account_id, issue_id);

create trigger capture_change after insert or update or delete on scheduled_reports for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
create trigger capture_change after insert or update or delete on scheduled_report_recipients for each row
  when (current_setting('belfry.audited', true) = 'on') execute function capture_change();
