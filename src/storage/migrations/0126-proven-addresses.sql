-- Whether it was proven that the address is that of its user: by a link that was only mailed, by the identity provider, or by
-- the operator. Nobody knows it of addresses from before.
alter table users add column is_email_verified boolean not null default false;
-- Whether whoever has the link has read the mails of the address: it was mailed and answered to nobody.
alter table member_invites add column proves_address boolean not null default false;
alter table address_changes add column proves_address boolean not null default false;
update address_changes set proves_address = mail_status <> 'NONE';

-- The place of a password among those of one address. The highest is found by the index; others may have left since, so that
-- it is never less than what any address has.
alter table passwords add column address_place integer not null default 1;
update passwords set address_place = ranked.place
from (select p.user_id, row_number() over (partition by lower(u.email) order by u.created_at, u.id) as place
  from passwords p join users u on u.id = p.user_id) ranked
where ranked.user_id = passwords.user_id and ranked.place > 1;
create index passwords_by_address_place on passwords (address_place);
