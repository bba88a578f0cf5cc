import type { Vec3 } from '../../geometry/vec3.ts'

/** Where an issue is pinned. What does not apply is absent. */
export interface IssuePlace {
  trackId?: string
  /** Whose points are meant, in a segmentation. */
  legendEntryId?: string
  frame?: number
  sensorId?: string
  /** Normalised image coordinates. */
  imagePoint?: { x: number; y: number }
  /** In the common frame, metres. */
  position?: Vec3
}

export interface IssueComment {
  userId: string
  userName: string
  text: string
  at: string
}

export interface Issue {
  issueId: string
  place: IssuePlace
  resolved: boolean
  resolvedBy: string | null
  /** The first is what the issue was opened with. */
  comments: IssueComment[]
}

export interface NewIssueBody {
  place: IssuePlace
  text: string
}
