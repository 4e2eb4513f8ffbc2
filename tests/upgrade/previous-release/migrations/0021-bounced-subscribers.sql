-- Mails in a row that a mail server refused because there is no such mailbox, and since when.
alter table status_page_subscribers add column bounces integer not null default 0;
alter table status_page_subscribers add column bounced_since timestamptz;
