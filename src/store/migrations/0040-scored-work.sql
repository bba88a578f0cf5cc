-- Work that a check found wanting (below a score of 1), with what in it was worst: what managers look at first.
create table scored_work (
  project_id uuid not null,
  -- As managers open it: of gold the person's copy.
  job_id uuid not null,
  source text not null check (source in ('review', 'gold', 'consensus')),
  reference_id text not null,
  tag text not null collate "C",
  score double precision not null,
  at timestamptz not null,
  -- Names of the two documents that show it when they are laid over each other.
  over json not null,
  primary key (project_id, job_id, source)
);
create index scored_work_worst on scored_work (project_id, score, at desc);

create table scored_objects (
  project_id uuid not null,
  job_id uuid not null,
  source text not null,
  number int not null,
  tag text not null collate "C",
  at timestamptz not null,
  -- null: one that is extra, and so in no accepted work.
  track_id text,
  label text not null,
  frame int,
  state text not null check (state in ('moved', 'other_class', 'missing', 'extra')),
  likeness double precision not null,
  primary key (project_id, job_id, source, number)
);
create index scored_objects_worst on scored_objects (project_id, likeness, at desc);

insert into scored_work (project_id, job_id, source, reference_id, tag, score, at, over)
select distinct on (r.project_id, r.job_id) r.project_id, r.job_id, 'review', j.reference_id, j.tag, r.score,
  r.created_at, json_build_array('result-' || r.version, 'submission-' || a.assignment_no)
from reviews r
  join jobs j on j.project_id = r.project_id and j.id = r.job_id and j.origin_project is null
  join assignments a on a.project_id = r.project_id and a.job_id = r.job_id and a.version = r.version
    and a.purpose = 'annotate' and a.ended_at is not null
where r.score < 1 and not r.overturned
order by r.project_id, r.job_id, r.version desc, r.number desc, a.assignment_no desc;
