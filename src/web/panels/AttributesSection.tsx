import { Select, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { Track } from '../../model/document/document.ts'
import { classById } from '../../model/tag.ts'
import { type AskedAttribute, askedAttributes } from '../document/askedAttributes.ts'
import { fittingClasses } from '../document/giveClass.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { changeClassOfSelection } from '../workbench/chooseClass.ts'
import { useShell } from '../workbench/shellContext.ts'
import { AttributeField } from './AttributeField.tsx'
import { FoldingSection } from './FoldingSection.tsx'
import { leaveField } from './useFieldFocus.ts'

/** Attributes of the selection; without one, those of the job and of the frame. */
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
  const { hasFrames } = rulesOf(session.document.annotationType)
  const [perObject, perFrame] = inGroups(askedAttributes(session), hasFrames)
  const shownClass = classes.get(classId ?? '')
  const archived = shownClass?.archived ? [shownClass] : []
  const subject = tracks.map(({ id }) => id).join(' ')
  return (
    <FoldingSection title={t('panel.attributes')} shown="showsAttributes">
      <Stack gap={6}>
        <Select
          id={CLASS_FIELD}
          size="xs"
          label={tracks.length === 1 ? t('panel.class') : t('panel.classOf', { count: tracks.length })}
          placeholder={t('panel.mixed')}
          data={[...fittingClasses(tag, tracks), ...archived].map((one) => ({ value: one.classId, label: one.name }))}
          value={classId}
          disabled={readOnly}
          allowDeselect={false}
          onDropdownClose={() => leaveField(CLASS_FIELD)}
          onChange={(next) => next && changeClassOfSelection(session, next)}
        />
        <Fields asked={perObject} subject={subject} />
        {perFrame.length > 0 && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('panel.fromFrame', { frame })}
          </Text>
        )}
        <Fields asked={perFrame} subject={subject} />
      </Stack>
    </FoldingSection>
  )
}

function JobAttributes() {
  const t = useTranslator()
  const { session } = useShell()
  const frame = useSession(session, (open) => open.frame)
  const isImage = isOneRecord(session.document.annotationType)
  const { hasFrames } = rulesOf(session.document.annotationType)
  const [perJob, perFrame] = inGroups(askedAttributes(session), hasFrames)
  if (perJob.length + perFrame.length === 0) return null
  return (
    <FoldingSection title={t('panel.jobAttributes')} shown="showsAttributes">
      <Stack gap={6}>
        {perJob.length > 0 && <Heading>{isImage ? t('annotationType.image2d') : t('panel.job')}</Heading>}
        <Fields asked={perJob} subject="" />
        {perFrame.length > 0 && <Heading>{t('panel.frame', { frame })}</Heading>}
        <Fields asked={perFrame} subject={String(frame)} />
      </Stack>
    </FoldingSection>
  )
}

const CLASS_FIELD = 'class-of-selection'

function inGroups(asked: readonly AskedAttribute[], hasFrames: boolean): [AskedAttribute[], AskedAttribute[]] {
  const isOfFrame = ({ attribute }: AskedAttribute) => attribute.per === 'frame' && hasFrames
  return [asked.filter((one) => !isOfFrame(one)), asked.filter(isOfFrame)]
}

function Heading({ children }: { children: React.ReactNode }) {
  return (
    <Text size="xs" fw={600} c="dimmed">
      {children}
    </Text>
  )
}

interface FieldsProps {
  asked: readonly AskedAttribute[]
  /** The owner of the values. */
  subject: string
}

function Fields({ asked, subject }: FieldsProps) {
  const { session } = useShell()
  const readOnly = useSession(session, (open) => open.readOnly)
  return asked.map((one) => (
    <AttributeField
      key={one.attribute.name}
      attribute={one.attribute}
      value={one.value}
      differs={one.differs}
      readOnly={readOnly}
      subject={subject}
      onChange={one.set}
    />
  ))
}
