-- Work to be done, and who has it in hand. A finished task is deleted in the transaction that finishes it, so the table
-- stays as small as the queue is. No foreign keys: the ingest path inserts thousands a second.

create table tasks (
  id bigint generated always as identity primary key,
  project_id uuid not null,
  kind text not null collate "C",
  -- What the task is about: a job, a delivery.
  subject_id uuid not null,
  payload jsonb not null default '{}',
  -- As priority_weight: 10 goes first.
  priority smallint not null default 5 check (priority between 1 and 10),
  -- Not to be claimed before.
  due_at timestamptz not null default now(),
  -- Set while a worker has it, and until somebody claims it after that worker died.
  lease_token uuid,
  leased_until timestamptz,
  worker text,
  -- How often it was tried and put off; a death or a return is no attempt.
  attempts int not null default 0,
  -- How often a lease ran out while it ran among others, and how often a process that ran nothing else died of it.
  deaths int not null default 0,
  alone_deaths int not null default 0,
  note text,
  created_at timestamptz not null default now()
) with (
  -- No index holds what claiming and renewing change: with room on the page those updates touch no index at all.
  fillfactor = 60,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_threshold = -1,
  autovacuum_vacuum_cost_delay = 0,
  -- Giving pages back to the system takes a lock that would stop the queue.
  vacuum_truncate = off
);
create index tasks_in_order on tasks (kind, project_id, priority desc, due_at);

-- Tasks that were given up, for people to look at.
create table failed_tasks (
  id bigint primary key,
  project_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  payload jsonb not null,
  attempts int not null,
  note text,
  created_at timestamptz not null,
  failed_at timestamptz not null default now()
);

-- Leases up to `wanted` due tasks. It goes from project to project, beginning behind `start_after`, and stops when it has
-- enough: the price depends on what is taken, not on how much waits. In the first round a project gets at most a quarter,
-- in the second whatever is left; never more than `project_cap` counting those that the caller holds already.
-- A lease that ran out is a death; after two of them a task is only given to who claims for a process of its own.
create function claim_tasks(
  wanted_kinds text[], wanted int, claimant text, lease interval, is_alone boolean,
  project_cap int, held_projects uuid[], held_counts int[], start_after uuid
) returns setof tasks
language plpgsql
-- The table is often empty when statistics are taken, which would make a full scan look cheap.
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  moment constant timestamptz := clock_timestamp();
  token constant uuid := gen_random_uuid();
  taken int := 0;
  share int;
  room int;
  taken_now int;
  holder int;
  wanted_kind text;
  here uuid;
  past_end boolean;
  cut_short boolean := false;
begin
  for round in 1..2 loop
    share := case round when 1 then (wanted + 3) / 4 else wanted end;
    foreach wanted_kind in array wanted_kinds loop
      here := start_after;
      past_end := false;
      while taken < wanted loop
        select t.project_id into here from tasks t
          where t.kind = wanted_kind and t.project_id > here order by t.kind, t.project_id limit 1;
        if here is null then
          exit when past_end;
          past_end := true;
          here := nobody;
          continue;
        end if;
        exit when past_end and here > start_after;
        room := least(share, wanted - taken, project_cap - coalesce(held_counts[array_position(held_projects, here)], 0));
        continue when room <= 0;
        return query
          with picked as materialized (
            select due.id
            from generate_series(10, 1, -1) as weight,
              lateral (
                select t.id from tasks t
                where t.kind = wanted_kind and t.project_id = here and t.priority = weight and t.due_at <= moment
                  and (t.leased_until is null or t.leased_until <= moment)
                  and (t.deaths + (t.lease_token is not null)::int >= 2) = is_alone
                order by t.due_at limit room for update skip locked
              ) as due
            limit room
          )
          update tasks t set
            lease_token = token,
            leased_until = moment + lease,
            worker = claimant,
            deaths = t.deaths + (t.lease_token is not null)::int
          from picked where t.id = picked.id
          returning t.*;
        get diagnostics taken_now = row_count;
        taken := taken + taken_now;
        continue when taken_now = 0;
        cut_short := cut_short or taken_now = share;
        holder := array_position(held_projects, here);
        if holder is null then
          held_projects := held_projects || here;
          held_counts := held_counts || taken_now;
        else
          held_counts[holder] := held_counts[holder] + taken_now;
        end if;
      end loop;
    end loop;
    exit when taken >= wanted or not cut_short;
  end loop;
end
$$;
