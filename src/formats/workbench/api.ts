import type { Static } from 'typebox'
import type { LanguageCode } from '../../model/language.ts'
import type { NotificationChoices } from '../../model/notification.ts'
import type { ComparisonAnswer } from '../comparison/comparisonSchema.ts'
import type { AssistAnswer, AssistAsk, OfferedHelp, RunRow, SuggestionPage, SuggestionRow } from './assistance.ts'
import type { ChecksAnswer } from './checks.ts'
import type { JobDetail, JobRowPage, JobViewBody, JobViewRow, ProjectRow } from './console.ts'
import type { Issue, NewIssueBody } from './issues.ts'
import type { HeldDocumentRow, JobPayload, ReviewedDocument } from './job.ts'
import type { ModelAnswered, PageModel } from './models.ts'
import type { NotificationRow, NotificationSettings } from './notifications.ts'
import type {
  AcceptInvitation,
  ChangePassword,
  ChangePerson,
  FirstAdmin,
  Invitation,
  InvitePerson,
  Me,
  PersonRow,
  SignIn,
  SignInWays,
} from './people.ts'
import type { Lease, NextJob, QueueRow, QueueRowPage } from './queue.ts'
import type {
  DecideReview,
  DraftRow,
  DraftTaken,
  Heartbeat,
  NewDraft,
  Saved,
  SaveOperations,
  StageReached,
  Submit,
} from './work.ts'

/**
 * The API between the pages and the service. It is private to the two halves of one program, which share these types:
 * names are as in the code, responses are `{success, data}` and failures as in the customers' API (`meta_data` of a 409
 * is a WorkConflict). Sessions are a cookie; everything except GET needs the header `x-fiducial: 1`, which no foreign
 * page can send. Paths with `/api/v1/` are the customers' and operators' own routes under `/v1/`, authorized by the
 * session's permissions instead of a key, with the same bodies and responses (types: src/client/types).
 */
export interface WorkbenchApi {
  'POST /api/setup': { body: FirstAdmin; answer: Me }
  'POST /api/invitation': { body: { token: string }; answer: Invitation }
  'POST /api/invitation/accept': { body: AcceptInvitation; answer: Me }
  'GET /api/sign-in/ways': { answer: SignInWays }
  'POST /api/sign-in': { body: SignIn; answer: Me }
  'POST /api/sign-out': { answer: object }
  'GET /api/me': { answer: Me }
  'PATCH /api/me': { body: { name?: string; language?: LanguageCode }; answer: Me }
  'GET /api/me/keys': { answer: { bindings: Record<string, string[]> } }
  'PUT /api/me/keys': { body: { bindings: Record<string, string[]> }; answer: { bindings: Record<string, string[]> } }
  'GET /api/me/quality': {
    query: { project_id: string; from?: string; to?: string; tag?: string }
    answer: {
      days: { day: string; jobs: number; score: number | null; interval: { low: number; high: number } | null }[]
      classes: { key: string; by_figure: Record<string, number | null> }[]
    }
  }
  'GET /api/me/notifications': {
    query: { page_token?: string }
    answer: { notifications: NotificationRow[]; unread: number; next_page_token: string | null }
  }
  /** All notifications if none are named. */
  'POST /api/me/notifications/read': { body: { notification_ids?: string[] }; answer: object }
  'GET /api/me/notification-choices': { answer: NotificationSettings }
  'PATCH /api/me/notification-choices': { body: { choices: NotificationChoices }; answer: NotificationSettings }
  /** Verdicts that the person has contested. */
  'GET /api/me/contests': {
    query: { project_id: string }
    answer: {
      contests: {
        contest_id: string
        job_id: string
        reference_id: string
        tag: string
        comment: string
        opened_at: string
        state: 'open' | 'upheld' | 'dismissed'
        answer: string | null
        decided_at: string | null
      }[]
    }
  }
  'POST /api/jobs/:jid/contest': { body: { comment: string }; answer: { contest_id: string } }
  'GET /api/notices': {
    query: { project_id: string }
    answer: {
      notices: { kind: string; user_id: string | null; tag: string | null; job_id: string | null; at: string }[]
    }
  }
  'POST /api/projects/:pid/people/:uid/resume': { body: { tag: string }; answer: object }
  'GET /api/jobs/:jid/candidates': {
    answer: {
      medoid: string
      candidates: { candidate: string; document: object; labels_url: string | null }[]
      differences: {
        objects: Record<string, string | null>
        tracks: Record<string, string | null>
        frame: number | null
        sensor_id: string | null
        state: 'moved' | 'other_class' | 'missing'
      }[]
    }
  }
  'GET /api/jobs/:jid/candidates/:name/labels': { answer: ArrayBuffer }
  'GET /api/jobs/:jid/feedback': { answer: Static<typeof ComparisonAnswer> & { passed: boolean } }
  'POST /api/me/password': { body: ChangePassword; answer: object }

  /** Claims the first job and returns it; null if there is nothing to do. */
  'POST /api/next': { body: NextJob; answer: { job: QueueRow | null } }
  'GET /api/queue': { query: { kind?: string; project_id?: string; tag?: string; page?: string }; answer: QueueRowPage }
  'POST /api/jobs/:jid/claim': { answer: Lease }
  'POST /api/jobs/:jid/release': { answer: object }
  'POST /api/jobs/:jid/skip': { body: { reason: string }; answer: object }
  'POST /api/jobs/:jid/take-over': { answer: Lease }
  'POST /api/jobs/:jid/instructions/read': { body: { version: number }; answer: object }
  /**
   * Sent about every 30 s while there is input: renews the lease and counts the time. Gaps over 5 min do not count, nor
   * does the time before a heartbeat that `begins`.
   */
  'POST /api/jobs/:jid/heartbeat': { body: { begins?: boolean }; answer: Heartbeat }

  'GET /api/jobs/:jid': { answer: JobPayload }
  /** Bytes: decodeLabels. */
  /** 404 for a version that is no longer stored. */
  'GET /api/jobs/:jid/checks': { query: { version?: string }; answer: ChecksAnswer }
  'GET /api/jobs/:jid/labels': { query: { version: string }; answer: never }
  'POST /api/jobs/:jid/operations': { body: SaveOperations; answer: Saved }
  'POST /api/jobs/:jid/submit': { body: Submit; answer: StageReached }
  'POST /api/jobs/:jid/submit/undo': { answer: StageReached }
  'POST /api/jobs/:jid/review': { body: DecideReview; answer: StageReached }
  'GET /api/jobs/:jid/reviews/:number': { answer: ReviewedDocument }
  'GET /api/jobs/:jid/reviews/:number/labels': { answer: never }
  'GET /api/jobs/:jid/documents': { answer: { documents: HeldDocumentRow[] } }
  'GET /api/jobs/:jid/documents/:name': { answer: ReviewedDocument }
  'GET /api/jobs/:jid/documents/:name/labels': { answer: never }
  'GET /api/jobs/:jid/drafts': { answer: { drafts: DraftRow[] } }
  'POST /api/jobs/:jid/drafts': { body: NewDraft; answer: DraftRow }
  'POST /api/jobs/:jid/drafts/:did/take': { body: { baseVersion: number }; answer: DraftTaken }
  'DELETE /api/jobs/:jid/drafts/:did': { answer: object }
  'GET /api/jobs/:jid/assistants': { answer: { assistants: OfferedHelp[] } }
  'POST /api/jobs/:jid/assist': { body: AssistAsk; answer: AssistAnswer }
  'GET /api/jobs/:jid/assist/:rid': { answer: RunRow }
  'DELETE /api/jobs/:jid/assist/:rid': { answer: object }
  'GET /api/jobs/:jid/suggestions': { query: { page_token?: string }; answer: SuggestionPage }
  'POST /api/jobs/:jid/suggestions/accept': {
    body: { suggestion_ids: string[]; version: number }
    answer: { version: number; document_hash: string }
  }
  'GET /api/models': { answer: { models: PageModel[] } }
  'GET /api/models/:model/:part': { answer: never }
  'POST /api/jobs/:jid/suggestions': { body: ModelAnswered; answer: { suggestions: SuggestionRow[] } }
  'POST /api/jobs/:jid/suggestions/reopen': { body: { suggestion_ids: string[] }; answer: object }
  'POST /api/jobs/:jid/suggestions/drop': { body: { suggestion_ids: string[]; replaced?: boolean }; answer: object }
  'GET /api/jobs/:jid/issues': { answer: { issues: Issue[] } }
  'GET /api/jobs/:jid/people': { query: { q?: string }; answer: { people: { userId: string; mention: string }[] } }
  'POST /api/jobs/:jid/issues': { body: NewIssueBody; answer: Issue }
  'POST /api/jobs/:jid/issues/:iid/comments': { body: { text: string }; answer: Issue }
  'POST /api/jobs/:jid/issues/:iid/resolve': { body: { resolved: boolean }; answer: Issue }
  /** Immutable bytes: ETag, Range. `sig` instead of a session where it is a viewer's. */
  /** A picture in instructions. */
  'GET /api/projects/:pid/images/:file': { answer: never }
  'GET /api/assets/:jid/:file': { query: { sig?: string }; answer: never }
  /** The read-only view for everyone with the link `/view/{job_id}?sig=…`. */
  'GET /api/view/:jid': { query: { sig: string }; answer: JobPayload }
  'GET /api/view/:jid/labels': { query: { sig: string; version: string }; answer: never }
  'GET /api/view/:jid/result': { query: { sig: string }; answer: never }

  'GET /api/projects': {
    query: { search?: string; page?: string }
    answer: { projects: ProjectRow[]; nextPage: string | null }
  }
  'GET /api/projects/:pid': { answer: ProjectRow }
  'GET /api/projects/:pid/jobs': {
    /** As of the customers' list, `metadata.KEY` included. */
    query: Readonly<Record<string, string | undefined>>
    answer: JobRowPage
  }
  'GET /api/projects/:pid/jobs/:jid': { answer: JobDetail }
  'GET /api/projects/:pid/views': { answer: { views: JobViewRow[] } }
  'PUT /api/projects/:pid/views/:vid': { body: JobViewBody; answer: object }
  'DELETE /api/projects/:pid/views/:vid': { answer: object }
  'GET /api/people': { answer: { people: PersonRow[] } }
  'POST /api/people': { body: InvitePerson; answer: { userId: string; inviteUrl: string } }
  'PATCH /api/people/:uid': { body: ChangePerson; answer: PersonRow }
  /** A new link for a person who lost the first one or forgot the password; earlier links end. */
  'POST /api/people/:uid/invite': { answer: { inviteUrl: string } }
}

export type WorkbenchRoute = keyof WorkbenchApi

/** The header that writes have to carry, and its value. */
export const OWN_PAGE_HEADER = 'x-fiducial'
