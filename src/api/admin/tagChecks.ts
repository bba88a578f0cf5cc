import type { Static } from 'typebox'
import type { ConsensusBody, GoldBody, TrainingBody } from '../../contract/tagParts.ts'
import type { TagChecks } from '../../model/tag.ts'

interface ChecksBody {
  gold?: Static<typeof GoldBody> | null
  training?: Static<typeof TrainingBody> | null
  consensus?: Static<typeof ConsensusBody> | null
}

/** How the work of a tag is checked, with what a body leaves out. */
export function newChecks({ gold, training, consensus }: ChecksBody): TagChecks {
  return {
    gold: gold
      ? { share: gold.share, pass: gold.pass ?? 0.8, action: gold.action ?? 'flag', feedback: gold.feedback ?? false }
      : null,
    training: training ? { jobs: training.jobs, pass: training.pass ?? 0.85 } : null,
    consensus: consensus
      ? { annotators: consensus.annotators, agreement: consensus.agreement ?? 0.8, share: consensus.share ?? 1 }
      : null,
  }
}
