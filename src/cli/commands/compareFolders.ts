import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CompareBody } from '../../formats/comparison/compareBody.ts'
import { recordScores } from '../../formats/comparison/recordScores.ts'
import { comparedFiles } from '../../formats/comparison/resultFiles.ts'
import { type WrittenEvaluation, writeEvaluation } from '../../formats/comparison/writeEvaluation.ts'
import { compare } from '../../model/compare/compare.ts'
import { meanOf } from '../../model/compare/figures.ts'
import { Evaluation } from '../../model/evaluation/evaluation.ts'
import { type ScoreInterval, scoreInterval } from '../../model/scoreInterval.ts'
import { RefusedError, readJsonFile } from '../io.ts'
import type { CliSession } from '../session.ts'
import { card, table } from '../table.ts'

export interface ComparedFolders {
  jobs: number
  /** Mean of the scores of the jobs. */
  score: number
  interval: ScoreInterval | null
  /** Names that only one folder has. */
  only_a: string[]
  only_b: string[]
  by_file: Record<string, { score: number }>
  /** null: the documents of `b` have no scores. */
  evaluation: WrittenEvaluation | null
}

/** Compares the result documents of two folders that have the same name. */
export async function compareFolders(
  session: CliSession,
  a: string,
  b: string,
  options: CompareBody['options'],
): Promise<ComparedFolders> {
  const [namesA, namesB] = [documentsIn(a), documentsIn(b)]
  const both = namesA.filter((name) => namesB.includes(name))
  if (both.length === 0) throw new RefusedError(`no .json file of ${a} has a namesake in ${b}`)
  const evaluation = new Evaluation(options)
  const scores: number[] = []
  let [scored, unscored]: (string | null)[] = [null, null]
  for (const name of both) {
    const [first, second] = [
      await readJsonFile(session.io, join(a, name)),
      await readJsonFile(session.io, join(b, name)),
    ]
    try {
      const files = comparedFiles(first, second)
      scores.push(compare(files.a, files.b, files.job, options).score)
      const found = recordScores(second)
      if (found) scored ??= name
      else if (files.b.records.length > 0) unscored ??= name
      evaluation.add({
        job: files.job,
        truth: files.a.records,
        found: files.b.records,
        scoreOf: ({ id, trackId }) => found?.get(id) ?? found?.get(trackId) ?? 0,
      })
    } catch (error) {
      throw error instanceof Error ? new RefusedError(`${name}: ${error.message}`) : error
    }
  }
  if (scored !== null && unscored !== null)
    throw new RefusedError(`the records of ${join(b, scored)} have scores, those of ${join(b, unscored)} have none`)
  const score = meanOf(scores) ?? 0
  return {
    jobs: both.length,
    score,
    interval: scoreInterval(score, both.length),
    only_a: namesA.filter((name) => !namesB.includes(name)),
    only_b: namesB.filter((name) => !namesA.includes(name)),
    by_file: Object.fromEntries(both.map((name, i) => [name, { score: scores[i] }])),
    evaluation: scored === null ? null : writeEvaluation(evaluation.figures()),
  }
}

const documentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()

const shown = (value: number | null) => value?.toFixed(4) ?? null

export function foldersText({ jobs, score, interval, only_a, only_b, by_file, evaluation }: ComparedFolders): string {
  const worst = Object.entries(by_file)
    .sort(([, one], [, other]) => one.score - other.score)
    .slice(0, 10)
  const range = interval && `${shown(interval.low)} to ${shown(interval.high)}`
  return [
    card({ jobs, score: shown(score), '95 %': range, 'only in a': only_a.length, 'only in b': only_b.length }),
    `\n${table(
      ['lowest', 'score'],
      worst.map(([name, one]) => [name, shown(one.score)]),
    )}`,
    ...(evaluation ? [`\n${evaluationText(evaluation)}`] : []),
  ].join('')
}

function evaluationText({ images, space }: WrittenEvaluation): string {
  const parts: string[] = []
  if (images) {
    const rows = Object.entries(images.by_class).map(([label, one]) => {
      return [label, one.truth, one.found, shown(one.ap), shown(one.ap50), shown(one.ap75), shown(one.ar100)]
    })
    parts.push(card({ mAP: shown(images.map) }), table(['class', 'a', 'b', 'ap', 'ap50', 'ap75', 'ar100'], rows))
  }
  if (space) {
    const rows = Object.entries(space.by_class).map(([label, one]) => {
      return [label, one.truth, one.found, shown(one.ap), shown(one.ate), shown(one.ase), shown(one.aoe)]
    })
    parts.push(
      card({ mAP: shown(space.map), NDS: shown(space.nds) }),
      table(['class', 'a', 'b', 'ap', 'ate', 'ase', 'aoe'], rows),
    )
  }
  return parts.join('\n')
}
