-- The address of a group's badge: random, so that nobody finds it by counting; null while the badge is turned off.
alter table check_groups add column badge_token text;
create unique index check_groups_badge_token on check_groups (badge_token) where badge_token is not null;
