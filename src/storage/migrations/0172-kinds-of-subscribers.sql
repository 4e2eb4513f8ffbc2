-- Readers of status pages who are told by webhook, Slack or their browser instead of by mail.
alter table status_page_subscribers
  add kind text not null default 'mail' check (kind in ('mail', 'webhook', 'slack', 'browser')),
  -- Where messages go that are not mailed, encrypted: such addresses are credentials.
  add encrypted_target text,
  -- When lasting failures ended the messages, and the last of them.
  add disabled_at timestamptz,
  add disabled_reason text;

-- Mails and other messages are sent by separate loops, so that receivers that hang delay no mail.
alter table subscriber_mails add is_mail boolean not null default true;
