import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { type Attribute, type AttributeValue, isAnswered, isAsked, NO_ATTRIBUTES } from '../../model/attribute.ts'
import { classById, type Tag } from '../../model/tag.ts'
import { attributeOperations, commonValue, valuesAt } from './attributeEdits.ts'
import type { EditorSession } from './session.ts'

/** An attribute that is asked for the selection; without one, for the job or the frame. */
export interface AskedAttribute {
  attribute: Attribute
  value: AttributeValue | undefined
  /** The selected objects do not agree. */
  differs: boolean
  /** null takes the value away. @param visit edits of one visit to a field are one step of undo */
  set(value: AttributeValue | null, visit?: object): void
}

/** In the order in which the panel shows them: those of objects or of the job first, then those of the frame. */
export function askedAttributes(session: EditorSession): AskedAttribute[] {
  const { hasFrames } = rulesOf(session.document.annotationType)
  const asked = session.selection.size > 0 ? askedOfObjects(session) : askedOfJob(session, hasFrames)
  const isOfFrame = ({ attribute: { per } }: AskedAttribute) => per === 'frame' && hasFrames
  return [...asked.filter((one) => !isOfFrame(one)), ...asked.filter(isOfFrame)]
}

export const lacksAnswer = ({ value, differs }: AskedAttribute): boolean => differs || !isAnswered(value)

/** Attributes that objects of all these classes have alike. */
export function sharedAttributes(tag: Tag, classIds: ReadonlySet<string>): readonly Attribute[] {
  const classes = classById(tag)
  const [first = [], ...others] = [...classIds].map((classId) => classes.get(classId)?.attributes ?? [])
  return first.filter((one) => others.every((all) => all.some((other) => isAlike(one, other))))
}

const isAlike = (a: Attribute, b: Attribute): boolean =>
  a.name === b.name && a.type === b.type && a.per === b.per && a.options.join('\n') === b.options.join('\n')

function askedOfObjects(session: EditorSession): AskedAttribute[] {
  const { document, frame, selection, job } = session
  const tracks = [...selection].flatMap((id) => document.tracks.get(id) ?? [])
  const shared = sharedAttributes(job.tag, new Set(tracks.map(({ classId }) => classId)))
  const values = tracks.map((track) => valuesAt(track, frame))
  return shared
    .filter((attribute) => values.some((all) => isAsked(attribute, shared, all)))
    .map((attribute) => ({
      attribute,
      ...commonValue(values, attribute.name),
      value: commonValue(values, attribute.name).value,
      set(value, visit) {
        // Among several objects, only those for which it is asked.
        const ids = tracks.flatMap(({ id }, i) => (isAsked(attribute, shared, values[i]) ? id : []))
        session.execute('edit.attribute', attributeOperations(session.document, ids, attribute, value, frame), visit)
      },
    }))
}

function askedOfJob(session: EditorSession, hasFrames: boolean): AskedAttribute[] {
  const { document, frame, job } = session
  const { attributes } = job.tag
  const values = {
    job: document.jobAttributes,
    frame: document.frameAttributes.get(frame) ?? NO_ATTRIBUTES,
  }
  return attributes.flatMap((attribute): AskedAttribute[] => {
    const { name, per } = attribute
    if (per === 'object' || (per === 'frame' && !hasFrames) || !isAsked(attribute, attributes, values[per])) return []
    const set = (value: AttributeValue | null, visit?: object) =>
      session.execute(
        'edit.attribute',
        [per === 'job' ? { type: 'setJobAttribute', name, value } : { type: 'setFrameAttribute', frame, name, value }],
        visit,
      )
    return [{ attribute, value: values[per].get(name), differs: false, set }]
  })
}
