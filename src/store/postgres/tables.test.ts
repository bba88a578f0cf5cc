import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { API_KEYS } from '../cluster/keys/keys.ts'
import { INVITATIONS } from '../cluster/people/invitations.ts'
import { USERS } from '../cluster/people/users.ts'
import { FAILED_TASKS } from '../cluster/tasks/givenUp.ts'
import { JOB_ACTION_ROWS } from '../project/actions/actions.ts'
import { AUDIT_LOG } from '../project/audit/audit.ts'
import { BATCH_COUNTS, BATCHES } from '../project/batches/batches.ts'
import { EXPORTS } from '../project/exports/exports.ts'
import { UPLOADED_FILES } from '../project/files/uploadedFiles.ts'
import { UPLOADS } from '../project/files/uploads.ts'
import { IMPORTS } from '../project/imports/imports.ts'
import { INGESTS } from '../project/ingests/ingests.ts'
import { JOB_ASSETS } from '../project/jobs/assets.ts'
import { FETCHED_URLS } from '../project/jobs/fetchedUrls.ts'
import { JOB_PAYLOADS, JOBS } from '../project/jobs/jobs.ts'
import { PRIVATE_SPACES } from '../project/jobs/privateSpaces.ts'
import { NOTICES } from '../project/notices/notices.ts'
import { PROJECTS } from '../project/projects/projects.ts'
import { CONSENSUS_JOBS, PLACES } from '../project/quality/consensus.ts'
import { CONTESTS } from '../project/quality/contests.ts'
import { GOLD_JOBS } from '../project/quality/gold.ts'
import { GOLD_GIVEN } from '../project/quality/goldGiven.ts'
import { QUALITY_PAIRS } from '../project/quality/pairSums.ts'
import { PERSON_CHECKS } from '../project/quality/personChecks.ts'
import { QUALITY_REVIEWERS } from '../project/quality/reviewerSums.ts'
import { REVIEW_DRAWS, SAMPLING_SECRETS, SUBMISSION_COUNTS } from '../project/quality/sampling.ts'
import { SCORED_OBJECTS, SCORED_WORK } from '../project/quality/scoredWork.ts'
import { QUALITY_ATTRIBUTES, QUALITY_CLASSES, QUALITY_CONFUSIONS, QUALITY_SUMS } from '../project/quality/sums.ts'
import { ATTACHMENTS } from '../project/results/attachments.ts'
import { REVIEWS } from '../project/results/reviews.ts'
import { SUBMISSIONS } from '../project/results/submissions.ts'
import { USAGE_ROWS } from '../project/results/usage.ts'
import { INSTRUCTIONS_READ, TAG_IMAGES } from '../project/tags/instructions.ts'
import { TAGS } from '../project/tags/tags.ts'
import { JOB_VIEWS } from '../project/views/jobViews.ts'
import { ACTIVE_TIMES } from '../project/work/activeTimes.ts'
import { ASSIGNMENTS } from '../project/work/assignments.ts'
import { WORK_DRAFTS } from '../project/work/drafts.ts'
import { ISSUES } from '../project/work/issues.ts'
import { JOB_REOPENINGS } from '../project/work/reopenings.ts'
import { JOB_SKIPS } from '../project/work/skips.ts'
import { WORK_OPERATIONS, WORK_SNAPSHOTS, WORKS } from '../project/work/works.ts'

const TABLES = [
  EXPORTS,
  IMPORTS,
  INGESTS,
  UPLOADED_FILES,
  UPLOADS,
  ATTACHMENTS,
  JOB_ACTION_ROWS,
  API_KEYS,
  INVITATIONS,
  USERS,
  FAILED_TASKS,
  AUDIT_LOG,
  BATCHES,
  BATCH_COUNTS,
  JOB_ASSETS,
  FETCHED_URLS,
  JOBS,
  JOB_PAYLOADS,
  PROJECTS,
  REVIEWS,
  SAMPLING_SECRETS,
  REVIEW_DRAWS,
  PRIVATE_SPACES,
  CONSENSUS_JOBS,
  PLACES,
  CONTESTS,
  QUALITY_REVIEWERS,
  QUALITY_PAIRS,
  SCORED_WORK,
  SCORED_OBJECTS,
  GOLD_JOBS,
  GOLD_GIVEN,
  PERSON_CHECKS,
  NOTICES,
  SUBMISSION_COUNTS,
  QUALITY_SUMS,
  QUALITY_CLASSES,
  QUALITY_ATTRIBUTES,
  QUALITY_CONFUSIONS,
  SUBMISSIONS,
  USAGE_ROWS,
  TAGS,
  TAG_IMAGES,
  INSTRUCTIONS_READ,
  JOB_VIEWS,
  ACTIVE_TIMES,
  ASSIGNMENTS,
  WORK_DRAFTS,
  ISSUES,
  JOB_REOPENINGS,
  JOB_SKIPS,
  WORKS,
  WORK_SNAPSHOTS,
  WORK_OPERATIONS,
]

test('types of rows match the database: each column exists, with its type, and is null only where the type says so', async () => {
  const database = await createTestDatabase()
  try {
    const { rows } = await database.pool.query<{ name: string; type: string; nullable: boolean }>(
      `select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'YES' as nullable
       from information_schema.columns where table_schema = current_schema()`,
    )
    const actual = new Map(rows.map(({ name, type, nullable }) => [name, `${type}${nullable ? ' or null' : ''}`]))
    for (const { name, columns } of TABLES) {
      for (const [column, { type, isNullable }] of Object.entries(columns)) {
        assert.equal(`${type}${isNullable ? ' or null' : ''}`, actual.get(`${name}.${column}`), `${name}.${column}`)
      }
    }
  } finally {
    await database.drop()
  }
})
