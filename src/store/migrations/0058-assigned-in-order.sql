-- Lists of the jobs of a person or group in the order of creation, however many jobs of others lie between them.
drop index jobs_of_person;
drop index jobs_of_group;
create index jobs_of_person on jobs (project_id, assigned_user, created_at, position, id) where assigned_user is not null;
create index jobs_of_group on jobs (project_id, assigned_group, created_at, position, id) where assigned_group is not null;
