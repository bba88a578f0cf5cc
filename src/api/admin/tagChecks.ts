import { type Static, Type } from 'typebox'
import { stringEnum } from '../../formats/json/schemas.ts'
import type { TagChecks } from '../../model/tag.ts'
import { settingsBody } from '../http/settingsBody.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })

export const GoldBody = settingsBody({
  share: Share,
  pass: Type.Optional(Share),
  action: Type.Optional(stringEnum('flag', 'pause')),
  feedback: Type.Optional(Type.Boolean()),
})

export const TrainingBody = settingsBody({
  jobs: Type.Integer({ minimum: 1, maximum: 1000 }),
  pass: Type.Optional(Share),
})

export const ConsensusBody = settingsBody({
  annotators: Type.Integer({ minimum: 2, maximum: 20 }),
  agreement: Type.Optional(Share),
  share: Type.Optional(Share),
})

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
