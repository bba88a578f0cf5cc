import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDocument } from '../../model/document/document.ts'
import { countingIds, jobFor } from '../results/testJobs.ts'
import { editsToAnswer, isAnswerRecord } from './answerRecord.ts'
import { readAssistantAnswer } from './readAnswer.ts'

const corners = [0.1, 0.4].flatMap((y, i) => (i === 0 ? [0.1, 0.3] : [0.3, 0.1]).map((x) => ({ x, y })))
const data = {
  annotations: { rectangles: [{ label: 'car', coordinates: corners }] },
  image_attributes: { weather: { value: 'rain' } },
}

function predicted(answer: object) {
  const context = { job: jobFor('image2d'), input: {}, labels: new Map<string, string>(), newId: countingIds() }
  return readAssistantAnswer('predict', answer, context).proposed
}

test('predicted attributes of the image are suggestions besides its objects, and do not take their scores', () => {
  const proposed = predicted({ data, scores: [0.5] })
  assert.deepEqual(
    proposed.map(({ record, score }) => [isAnswerRecord(record) ? record.attribute : record.type, score]),
    [
      ['rectangle', 0.5],
      ['weather', null],
    ],
  )
})

test('a suggested answer is taken where no person has answered, and never changes an answer', () => {
  const records = predicted({ data }).flatMap(({ record }) => (isAnswerRecord(record) ? [record] : []))
  const empty = emptyDocument('image2d', 1)
  assert.deepEqual(editsToAnswer(empty, records), [{ type: 'setJobAttribute', name: 'weather', value: 'rain' }])
  const answered = { ...empty, jobAttributes: new Map([['weather', 'fog']]) }
  assert.deepEqual(editsToAnswer(answered, records), [])
})
