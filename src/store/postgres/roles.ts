import { SERVICE_ROLE } from './cluster.ts'

/** Run in any database of the cluster by its superuser: the role that the service works as. */
export const MAKE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then
    create role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole;
  end if;
end $$`

/**
 * Run in the service's database by the superuser: gives everything to the service's role, including objects that an
 * earlier version created as superuser. Objects that belong to the role already stay untouched.
 */
export const OWN_ALL = `do $$ declare
  role oid := '${SERVICE_ROLE}'::regrole;
  statement text;
begin
  for statement in
    select format('alter database %I owner to ${SERVICE_ROLE}', datname) from pg_database
    where datname = current_database() and datdba <> role
    union all
    select format('alter schema %I owner to ${SERVICE_ROLE}', nspname) from pg_namespace
    where nspname = 'public' and nspowner <> role
    union all
    -- Sequences of columns follow their table, indexes too.
    select format('alter %s %s owner to ${SERVICE_ROLE}',
      case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      c.oid::regclass)
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relowner <> role and c.relkind in ('r', 'p', 'S', 'v', 'm')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${SERVICE_ROLE}', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner <> role
    union all
    select format('alter type %s owner to ${SERVICE_ROLE}', t.oid::regtype) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typowner <> role and t.typtype in ('e', 'd')
  loop
    execute statement;
  end loop;
end $$`
