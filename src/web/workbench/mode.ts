import type { ComponentType } from 'react'
import type { JobPayloadAnswer } from '../../contract/payload.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import type { EditorSession } from '../document/session.ts'
import type { NextPicture } from '../kit/nextPicture.ts'

export interface ModeProps {
  session: EditorSession
}

export interface Mode {
  /** Fills the middle of the shell. */
  Component: ComponentType<ModeProps>
  /** Decodes what a job that may be the next one shows first. */
  prepare?(job: JobPayloadAnswer, next: NextPicture): void
  /** Below it, for sequences. */
  Timeline?: ComponentType<ModeProps>
  /** The numbers of the selection, in the panel at the right. */
  Inspector?: ComponentType<ModeProps>
  /** Replaces classes and objects there, in modes without objects. */
  Objects?: ComponentType<ModeProps>
  /** Changes of labels since a review, for modes that label points. */
  Changes?: ComponentType<{ before: ReviewedWork }>
}

/** Work at the time of its review. */
export interface ReviewedWork {
  document: AnnotatedDocument
  labels: PointLabels
}
