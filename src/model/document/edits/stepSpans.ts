import type { AttributeStep, AttributeSteps } from '../document.ts'
import { attributeSteps, attributesAt } from '../shapePath.ts'
import type { Span } from './keySpans.ts'

/** Steps of a span: values that hold at its start start there. */
export function stepsWithin(steps: AttributeSteps, { first, last }: Span): AttributeSteps {
  const held = attributesAt(steps, first)
  const result = new Map<string, AttributeStep[]>()
  for (const [name, ofName] of steps) {
    const value = held.get(name)
    const later = ofName.filter(({ frame }) => frame > first && frame <= last)
    const all = value === undefined ? later : [{ frame: first, value }, ...later]
    if (all.length > 0) result.set(name, all)
  }
  return result
}

/** Steps that hold in each frame the values of whose frame it is. */
export function mergedSteps(
  one: AttributeSteps,
  other: AttributeSteps,
  frameCount: number,
  ownerAt: (frame: number) => 0 | 1 | null,
): AttributeSteps {
  if (one.size === 0 && other.size === 0) return one
  const frames = Array.from({ length: frameCount }, (_, frame) => ({ frame, owner: ownerAt(frame) }))
  return attributeSteps(
    frames.flatMap(({ frame, owner }) =>
      owner === null ? [] : [{ frame, values: attributesAt(owner === 0 ? one : other, frame) }],
    ),
  )
}
