-- How well two people agree who annotated the same jobs independently, by UTC day, kept as consensus jobs end. a < b.
create table quality_pairs (
  project_id uuid not null,
  day date not null,
  tag text not null collate "C",
  a uuid not null,
  b uuid not null,
  jobs bigint not null default 0,
  score_sum double precision not null default 0,
  primary key (project_id, day, tag, a, b)
);
insert into quality_pairs (project_id, day, tag, a, b, jobs, score_sum)
select c.project_id, (greatest(one.ended_at, other.ended_at) at time zone 'UTC')::date, j.tag,
  least(one.user_id, other.user_id), greatest(one.user_id, other.user_id), count(*), sum(p.score)
from consensus_jobs c
  join jobs j on j.project_id = c.project_id and j.id = c.job_id
  cross join lateral json_to_recordset(c.pairs) as p (a int, b int, score double precision)
  join assignments one on one.project_id = c.project_id and one.job_id = c.job_id
    and one.assignment_no = (c.candidates ->> p.a)::int and one.user_id is not null
  join assignments other on other.project_id = c.project_id and other.job_id = c.job_id
    and other.assignment_no = (c.candidates ->> p.b)::int and other.user_id is not null
where c.candidates is not null
group by 1, 2, 3, 4, 5;

-- Whose work it was; null: of an API key, or of several people.
alter table scored_work add column user_id uuid;
update scored_work w set user_id = a.user_id from assignments a
where w.source = 'review' and a.project_id = w.project_id and a.job_id = w.job_id
  and 'submission-' || a.assignment_no = w.over ->> 1;

-- What consensus and gold found before worst work was kept.
insert into scored_work (project_id, job_id, source, reference_id, tag, score, at, over)
select c.project_id, c.job_id, 'consensus', j.reference_id, j.tag, c.score, c.created_at,
  json_build_array('candidate-' || chr(65 + least.a), 'candidate-' || chr(65 + least.b))
from consensus_jobs c
  join jobs j on j.project_id = c.project_id and j.id = c.job_id
  cross join lateral (select p.a, p.b from json_to_recordset(c.pairs) as p (a int, b int, score double precision)
    order by p.score limit 1) least
where c.score < 1
on conflict do nothing;

-- Copies lie in the private spaces of people: one statement each, for a database that is divided among machines.
do $$
declare
  given record;
  handed_in int;
begin
  for given in select g.*, j.reference_id from gold_given g
    join jobs j on j.project_id = g.project_id and j.id = g.job_id where g.purpose = 'gold' and g.score < 1
  loop
    select max(assignment_no) into handed_in from assignments where project_id = given.space_id
      and job_id = given.copy_id and version = 1 and purpose = 'annotate' and outcome in ('submitted', 'accepted', 'rejected');
    if handed_in is not null then
      insert into scored_work (project_id, job_id, source, reference_id, tag, score, at, over)
      values (given.project_id, given.copy_id, 'gold', given.reference_id, given.tag, given.score, given.submitted_at,
        json_build_array('truth', 'submission-' || handed_in))
      on conflict do nothing;
    end if;
    update scored_work set user_id = given.user_id
    where project_id = given.project_id and job_id = given.copy_id and source = 'gold';
  end loop;
end $$;
