import { Modal, ScrollArea, Stack, Text } from '@mantine/core'
import { moment } from '../kit/time.ts'
import { useShell } from '../workbench/shellContext.ts'

/** What the tag asks for, and what a review said. */
export function InstructionsDialog({ onClose }: { onClose: () => void }) {
  const { session } = useShell()
  const { tag, reviews } = session.job
  const comments = reviews.filter(({ comment }) => comment)
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Instructions: ${tag.name}`}
      size="lg"
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Stack>
        {tag.instructions ? (
          <Text style={{ whiteSpace: 'pre-wrap' }}>{tag.instructions}</Text>
        ) : (
          <Text c="dimmed">This tag has no instructions.</Text>
        )}
        {comments.map((review) => (
          <div key={review.number}>
            <Text size="sm" fw={600}>
              {review.decision === 'reject' ? 'Sent back' : 'Accepted'} by {review.userName ?? 'an API key'},{' '}
              {moment(review.at)}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {review.comment}
            </Text>
          </div>
        ))}
      </Stack>
    </Modal>
  )
}
