import type { JobPayloadAnswer } from '../../contract/payload.ts'
import { checkDocument } from '../../model/checks/checks.ts'
import type { CuboidEvidence } from '../../model/checks/cuboidEvidence.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { frameTimesOf } from '../../model/checks/motion.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import type { Projected } from '../../model/document/records.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'

/** What a mode knows of its scene, for the checks. */
export interface SceneKnowledge {
  /** Points by label_key without missing ones; absent: they are counted roughly. */
  countLabels?: () => ReadonlyMap<number, number>
  /** What the points say about cuboids; absent: cuboids are not compared with points. */
  evidence?: CuboidEvidence
  /** Where cameras see cuboids; absent: boxes on cameras are not compared with their cuboids. */
  projected?: Projected
}

/** What is checked; an EditorSession is one. */
interface Checked {
  readonly document: AnnotatedDocument
  readonly labels: PointLabels | null
  readonly labelsVersion: number
  readonly job: JobPayloadAnswer
}

/** What the page finds in the open document, as far as it is loaded; worked out once a version of it. */
export class DocumentChecks {
  readonly #session: Checked
  readonly #tell: () => void
  #knowledge: SceneKnowledge = {}
  #evidenceVersion = 0
  #last: { document: AnnotatedDocument; labelsVersion: number; findings: Finding[] } | null = null

  /** @param tell called when more is known */
  constructor(session: Checked, tell: () => void) {
    this.#session = session
    this.#tell = tell
  }

  findings(): readonly Finding[] {
    const { document, labels, labelsVersion, job } = this.#session
    if (this.#last?.document !== document || this.#last.labelsVersion !== labelsVersion) {
      const { countLabels, evidence, projected } = this.#knowledge
      const labelCounts = labels ? (countLabels?.() ?? roughLabelCounts(labels, job)) : undefined
      const findings = checkDocument({ document, tag: job.tag, times: timesOf(job), labelCounts, evidence, projected })
      this.#last = { document, labelsVersion, findings }
    }
    return this.#last.findings
  }

  /** A mode that has the clouds says what it knows, until the answer is called. */
  provide(knowledge: SceneKnowledge): () => void {
    this.#knowledge = knowledge
    return () => {
      if (this.#knowledge === knowledge) this.#knowledge = {}
    }
  }

  /** Grows whenever more is known of what the checks look at. */
  get evidenceVersion(): number {
    return this.#evidenceVersion
  }

  /** More is known of what the checks look at. */
  recheck(): void {
    this.#last = null
    this.#evidenceVersion++
    this.#tell()
  }
}

const timesOf = ({ content }: JobPayloadAnswer) =>
  frameTimesOf(content.frames.map(({ timestampNs }) => (timestampNs === null ? null : BigInt(timestampNs))))

/**
 * Points by label_key before the cloud itself is here: missing points, which cannot be labelled, are known by their number
 * alone and taken for unlabelled ones.
 */
function roughLabelCounts(labels: PointLabels, { content }: Pick<JobPayloadAnswer, 'content'>): Map<number, number> {
  const counts = countLabels(labels)
  const clouds = 'sensors' in content ? content.frames.flatMap(({ sensors }) => sensors) : []
  const missing = clouds.reduce((sum, { cloud }) => sum + (cloud ? cloud.pointCount - cloud.finiteCount : 0), 0)
  counts.set(0, Math.max(0, (counts.get(0) ?? 0) - missing))
  return counts
}
