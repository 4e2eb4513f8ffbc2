-- Invites end with the key that made or renewed their link. Null: a person did in a browser, or it is from before.
alter table member_invites add column inviter_key_id uuid references api_keys on delete cascade;
create index member_invites_by_key on member_invites (inviter_key_id) where inviter_key_id is not null;
