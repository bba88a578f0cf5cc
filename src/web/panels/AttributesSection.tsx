import { Select, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import {
  type Attribute,
  type AttributeValue,
  type AttributeValues,
  isAsked,
  NO_ATTRIBUTES,
} from '../../model/attribute.ts'
import type { Track } from '../../model/document/document.ts'
import { classById } from '../../model/tag.ts'
import { fittingClasses } from '../document/giveClass.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { changeClassOfSelection } from '../workbench/chooseClass.ts'
import { useShell } from '../workbench/shellContext.ts'
import { AttributeField, leaving } from './AttributeField.tsx'
import { attributeOperations, commonValue, valuesAt } from './attributeEdits.ts'
import { FoldingSection } from './FoldingSection.tsx'

/** Attributes of what is selected; with nothing selected, those of the job and of the frame. */
export function AttributesSection() {
  const { session } = useShell()
  const selection = useSession(session, (open) => open.selection)
  const document = useSession(session, (open) => open.document)
  const tracks = useMemo(() => [...selection].flatMap((id) => document.tracks.get(id) ?? []), [selection, document])
  if (tracks.length > 0) return <ObjectAttributes tracks={tracks} />
  return <JobAttributes />
}

function ObjectAttributes({ tracks }: { tracks: readonly Track[] }) {
  const t = useTranslator()
  const { session } = useShell()
  const frame = useSession(session, (open) => open.frame)
  const readOnly = useSession(session, (open) => open.readOnly)
  const { tag } = session.job
  const classes = classById(tag)
  const classIds = new Set(tracks.map(({ classId }) => classId))
  const [classId = null] = classIds.size === 1 ? classIds : []
  const ofClass = classId === null ? [] : (classes.get(classId)?.attributes ?? [])
  const values = tracks.map((track) => valuesAt(track, frame))
  const attributes = ofClass.filter((one) => values.some((all) => isAsked(one, ofClass, all)))
  const { hasFrames } = rulesOf(session.document.annotationType)
  const change = (attribute: Attribute, value: AttributeValue | null) => {
    // Of several objects only those that it is asked of.
    const ids = tracks.flatMap(({ id }, i) => (isAsked(attribute, ofClass, values[i]) ? id : []))
    session.execute('edit.attribute', attributeOperations(session.document, ids, attribute, value, frame))
  }
  const shownClass = classes.get(classId ?? '')
  const archived = shownClass?.archived ? [shownClass] : []
  return (
    <FoldingSection title={t('panel.attributes')} shown="showsAttributes">
      <Stack gap={6}>
        <Select
          size="xs"
          label={tracks.length === 1 ? t('panel.class') : t('panel.classOf', { count: tracks.length })}
          placeholder={t('panel.mixed')}
          data={[...fittingClasses(tag, tracks), ...archived].map((one) => ({ value: one.classId, label: one.name }))}
          value={classId}
          disabled={readOnly}
          allowDeselect={false}
          {...leaving}
          onChange={(next) => next && changeClassOfSelection(session, next)}
        />
        {attributes
          .filter(({ per }) => per === 'object' || !hasFrames)
          .map((attribute) => (
            <Field key={attribute.name} attribute={attribute} all={values} readOnly={readOnly} onChange={change} />
          ))}
        {hasFrames && attributes.some(({ per }) => per === 'frame') && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('panel.fromFrame', { frame })}
          </Text>
        )}
        {hasFrames &&
          attributes
            .filter(({ per }) => per === 'frame')
            .map((attribute) => (
              <Field key={attribute.name} attribute={attribute} all={values} readOnly={readOnly} onChange={change} />
            ))}
      </Stack>
    </FoldingSection>
  )
}

function JobAttributes() {
  const t = useTranslator()
  const { session } = useShell()
  const frame = useSession(session, (open) => open.frame)
  const readOnly = useSession(session, (open) => open.readOnly)
  const ofJob = useSession(session, (open) => open.document.jobAttributes)
  const ofFrame = useSession(session, (open) => open.document.frameAttributes.get(open.frame) ?? NO_ATTRIBUTES)
  const { tag } = session.job
  const isImage = session.document.annotationType === 'image2d'
  const asked = (per: Attribute['per'], all: AttributeValues) =>
    tag.attributes.filter((one) => one.per === per && isAsked(one, tag.attributes, all))
  const perJob = asked('job', ofJob)
  const perFrame = !rulesOf(session.document.annotationType).hasFrames ? [] : asked('frame', ofFrame)
  if (perJob.length + perFrame.length === 0) return null
  return (
    <FoldingSection title={t('panel.jobAttributes')} shown="showsAttributes">
      <Stack gap={6}>
        {perJob.length > 0 && <Heading>{isImage ? t('annotationType.image2d') : t('panel.job')}</Heading>}
        {perJob.map((attribute) => (
          <Field
            key={attribute.name}
            attribute={attribute}
            all={[ofJob]}
            readOnly={readOnly}
            onChange={({ name }, value) =>
              session.execute('edit.attribute', [{ type: 'setJobAttribute', name, value }])
            }
          />
        ))}
        {perFrame.length > 0 && <Heading>{t('panel.frame', { frame })}</Heading>}
        {perFrame.map((attribute) => (
          <Field
            key={`${frame} ${attribute.name}`}
            attribute={attribute}
            all={[ofFrame]}
            readOnly={readOnly}
            onChange={({ name }, value) =>
              session.execute('edit.attribute', [{ type: 'setFrameAttribute', frame, name, value }])
            }
          />
        ))}
      </Stack>
    </FoldingSection>
  )
}

function Heading({ children }: { children: React.ReactNode }) {
  return (
    <Text size="xs" fw={600} c="dimmed">
      {children}
    </Text>
  )
}

interface FieldProps {
  attribute: Attribute
  all: readonly AttributeValues[]
  readOnly: boolean
  onChange(attribute: Attribute, value: AttributeValue | null): void
}

function Field({ attribute, all, readOnly, onChange }: FieldProps) {
  const { value, differs } = commonValue(all, attribute.name)
  return (
    <AttributeField
      attribute={attribute}
      value={value}
      differs={differs}
      readOnly={readOnly}
      onChange={(next) => onChange(attribute, next)}
    />
  )
}
