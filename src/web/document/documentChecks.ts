import type { JobPayload } from '../../formats/workbench/job.ts'
import { checkDocument } from '../../model/checks/checks.ts'
import type { CuboidEvidence } from '../../model/checks/cuboidEvidence.ts'
import type { Finding } from '../../model/checks/finding.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { roughLabelCounts } from './labelCounts.ts'

/** What a mode knows of its scene, for the checks. */
export interface SceneKnowledge {
  /** Points by label_key without missing ones; absent: they are counted roughly. */
  countLabels?: () => ReadonlyMap<number, number>
  /** What the points say about cuboids; absent: cuboids are not compared with points. */
  evidence?: CuboidEvidence
}

/** What is checked; an EditorSession is one. */
interface Checked {
  document: AnnotatedDocument
  labels: PointLabels | null
  labelsVersion: number
  job: JobPayload
}

/** What the checks say about the open document; worked out once a version of it. */
export class DocumentChecks {
  #knowledge: SceneKnowledge = {}
  #last: { document: AnnotatedDocument; labelsVersion: number; findings: Finding[] } | null = null

  findings({ document, labels, labelsVersion, job }: Checked): readonly Finding[] {
    if (this.#last?.document !== document || this.#last.labelsVersion !== labelsVersion) {
      const { countLabels, evidence } = this.#knowledge
      const labelCounts = labels ? (countLabels?.() ?? roughLabelCounts(labels, job)) : undefined
      const findings = checkDocument({ document, tag: job.tag, labelCounts, evidence })
      this.#last = { document, labelsVersion, findings }
    }
    return this.#last.findings
  }

  /** Until the answer is called. */
  provide(knowledge: SceneKnowledge): () => void {
    this.#knowledge = knowledge
    return () => {
      if (this.#knowledge === knowledge) this.#knowledge = {}
    }
  }

  drop(): void {
    this.#last = null
  }
}
