-- Lists of the jobs that a person annotated, reviewed or has now.
create index jobs_annotated_by on jobs (project_id, annotator_id) where annotator_id is not null;
create index jobs_reviewed_by on jobs (project_id, reviewer_id) where reviewer_id is not null;
-- Objects of the document as it was saved last, for lists; null: nothing saved since this column is there.
alter table works add column objects int;
