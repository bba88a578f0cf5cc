import { Type } from 'typebox'
import { ALL_CODES } from '../formats/errors/codes.ts'
import { stringEnum } from '../formats/json/schemas.ts'

/** A fault of one value, or a warning. */
const FailureAnswer = Type.Object(
  {
    field: Type.String({ description: 'JSON path' }),
    type: Type.String(),
    expected: Type.Optional(Type.String()),
    found: Type.Optional(Type.String({ description: 'what came, at most 100 characters' })),
  },
  { title: 'Failure' },
)

export const Failures = Type.Array(FailureAnswer)

/** A fault of a request that is refused: the words are always there. */
const FaultAnswer = Type.Object(
  {
    field: Type.String({ description: 'JSON path' }),
    type: Type.String(),
    expected: Type.String({ description: 'what was expected there' }),
    found: Type.String({ description: 'what came, at most 100 characters; of a secret only what kind it is' }),
  },
  { title: 'Fault' },
)

export const RefusalAnswer = Type.Object(
  {
    code: stringEnum(...ALL_CODES),
    message: Type.String(),
    request_id: Type.String(),
    meta_data: Type.Object(
      { failures: Type.Array(FaultAnswer) },
      { additionalProperties: true, description: 'some codes add members: 409 FS_0001 the job that is there' },
    ),
  },
  { title: 'Refusal' },
)

export const ErrorAnswer = Type.Object({ success: Type.Literal(false), error: RefusalAnswer })
