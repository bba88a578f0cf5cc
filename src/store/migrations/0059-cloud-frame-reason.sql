-- Why the points of a job were taken for what point_cloud_frame says, as a sentence; null: it has no clouds, or was
-- validated before.
alter table jobs add column cloud_frame_reason text;
