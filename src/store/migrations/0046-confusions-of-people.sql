-- What was taken for what, by person too. What reviews found before is no one's, like work of API keys.
alter table quality_confusions
  add column user_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint quality_confusions_pkey,
  add primary key (project_id, day, tag, user_id, a, b, source);

-- Training was counted with gold: each statement adds it to its own sums and takes it out of those of gold.
insert into quality_classes as s (project_id, day, tag, user_id, class, source, jobs, tp, only_a, only_b, quality_sum)
select g.project_id, (g.submitted_at at time zone 'UTC')::date, g.tag, g.user_id, c.label,
  case sign when 1 then 'training' else 'gold' end, sum(sign), sum(sign * c.tp), sum(sign * c."onlyA"),
  sum(sign * c."onlyB"), sum(sign * c.quality)
from gold_given g
  cross join lateral json_to_recordset(g.compared -> 'classes')
    as c (label text, tp bigint, "onlyA" bigint, "onlyB" bigint, quality double precision)
  cross join generate_series(-1, 1, 2) as sign
where g.purpose = 'training'
group by 1, 2, 3, 4, 5, 6
on conflict (project_id, day, tag, user_id, class, source) do update set jobs = s.jobs + excluded.jobs,
  tp = s.tp + excluded.tp, only_a = s.only_a + excluded.only_a, only_b = s.only_b + excluded.only_b,
  quality_sum = s.quality_sum + excluded.quality_sum;

insert into quality_attributes as s (project_id, day, tag, user_id, attribute, source, n, equal)
select g.project_id, (g.submitted_at at time zone 'UTC')::date, g.tag, g.user_id, c.name,
  case sign when 1 then 'training' else 'gold' end, sum(sign * c.n), sum(sign * c.equal)
from gold_given g
  cross join lateral json_to_recordset(g.compared -> 'attributes') as c (name text, n bigint, equal bigint)
  cross join generate_series(-1, 1, 2) as sign
where g.purpose = 'training'
group by 1, 2, 3, 4, 5, 6
on conflict (project_id, day, tag, user_id, attribute, source) do update set n = s.n + excluded.n,
  equal = s.equal + excluded.equal;

-- Of gold it is known whose the confusions are.
insert into quality_confusions as s (project_id, day, tag, user_id, a, b, source, records)
select g.project_id, (g.submitted_at at time zone 'UTC')::date, g.tag,
  case sign when 1 then g.user_id else '00000000-0000-0000-0000-000000000000' end, coalesce(c.a, ''), coalesce(c.b, ''),
  case sign when 1 then g.purpose else 'gold' end, sum(sign * c.count)
from gold_given g
  cross join lateral json_to_recordset(g.compared -> 'confusion') as c (a text, b text, count bigint)
  cross join generate_series(-1, 1, 2) as sign
group by 1, 2, 3, 4, 5, 6, 7
on conflict (project_id, day, tag, user_id, a, b, source) do update set records = s.records + excluded.records;
