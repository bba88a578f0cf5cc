-- Drafts of a person in a project, of which the oldest are removed above a limit.
create index work_drafts_by_user on work_drafts (project_id, user_id, created_at);
