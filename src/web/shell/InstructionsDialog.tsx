import { Alert, Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { Markdown } from '../kit/markdown/Markdown.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { areNew, haveChanged, noteInstructionsRead } from './instructionsRead.ts'

/**
 * What the tag asks for, and what a review said. Who is about to work says by its button that they have read it; closed
 * in another way it comes again.
 */
export function InstructionsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const { session, me } = useShell()
  const { tag, reviews, access, instructions } = session.job
  const isAsked = me !== null && access !== 'read' && areNew(session.job)
  const read = () => {
    noteInstructionsRead(session.job)
    onClose()
  }
  const comments = reviews.filter(({ comment }) => comment)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('instructions.title', { tag: tag.name })}
      size="lg"
      scrollAreaComponent={ScrollArea.Autosize}
      data-instructions={instructions.version}
    >
      <Stack>
        {haveChanged(session.job) && <Alert variant="light">{t('instructions.changed')}</Alert>}
        {tag.instructions ? <Markdown text={tag.instructions} /> : <Text c="dimmed">{t('instructions.none')}</Text>}
        {comments.map((review) => (
          <div key={review.number}>
            <Text size="sm" fw={600}>
              {t(review.decision === 'reject' ? 'instructions.rejected' : 'instructions.accepted', {
                name: review.userName ?? t('common.apiKey'),
                moment: t.moment(review.at),
              })}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {review.comment}
            </Text>
          </div>
        ))}
        {isAsked && (
          <Group justify="flex-end">
            <Button data-read onClick={read}>
              {t('instructions.read')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}
