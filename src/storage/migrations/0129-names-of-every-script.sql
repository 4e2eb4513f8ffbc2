-- A text as it is searched and sorted: without case and accents, in every script, whatever the locale of the cluster. Letters
-- of other spelling that people take for the same are one: the final sigma, the dotless i. Independent of the versions of
-- collations, so that indexes of it hold across upgrades. A PostgreSQL without ICU knows its own Unicode from version 17 on.
do $do$
declare
  lowered text := case
    when exists (select from pg_collation where collname = 'und-x-icu') then 'lower(value collate "und-x-icu")'
    when exists (select from pg_collation where collname = 'pg_c_utf8') then 'lower(value collate "pg_c_utf8")'
    else 'lower(value)' end;
begin
  execute format($function$
    create function folded(value text) returns text language plpgsql immutable strict parallel safe as $body$
    begin
      if octet_length(value) = length(value) then return lower(value collate "C"); end if;
      return translate(regexp_replace(normalize(%s, NFKD), '[\u0300-\u036f]', '', 'g'), 'ςı', 'σi');
    end $body$
  $function$, lowered);
end $do$;

drop index checks_by_name;
create index checks_by_name on checks (account_id, folded(name), id);
