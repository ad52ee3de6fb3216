-- What the role of the servers may, in the database that it is run in, by a superuser: read and write rows. Tables are
-- wiskunde_owner's, who migrates, restores and moves. Run again it changes nothing.
grant wiskunde to wiskunde_owner;
revoke create on schema public from public;
grant create on schema public to wiskunde_owner;
do $$ begin execute format('revoke create, temporary on database %I from public, wiskunde', current_database()); end $$;
grant select, insert, update, delete on all tables in schema public to wiskunde;
grant usage, select on all sequences in schema public to wiskunde;
alter default privileges for role wiskunde_owner in schema public grant select, insert, update, delete on tables to wiskunde;
alter default privileges for role wiskunde_owner in schema public grant usage, select on sequences to wiskunde;
