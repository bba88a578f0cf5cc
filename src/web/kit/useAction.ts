import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslator } from '../messages/useTranslator.tsx'
import { errorMessage } from './errorMessage.ts'
import { useNotify } from './notify.ts'

interface Options<In, Out> {
  run(input: In): Promise<Out>
  /** The notice after success; absent: none, since the page shows the change. */
  done?: string | ((output: Out) => string)
  /** Queries whose answers may differ now. */
  changes?: readonly (readonly unknown[])[]
  onDone?(output: Out, input: In): void
  /** The form shows failures itself. */
  quiet?: boolean
}

/** Something a person does: what changed is read again, errors become notices. */
export function useAction<In = void, Out = unknown>({ run, done, changes = [], onDone, quiet }: Options<In, Out>) {
  const t = useTranslator()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation<Out, Error, In>({
    mutationFn: run,
    onSuccess: async (output, input) => {
      onDone?.(output, input)
      const message = typeof done === 'function' ? done(output) : done
      if (message) notify(message, 'success')
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: (error) => {
      if (!quiet) notify(t.of(errorMessage(error)), 'error')
    },
  })
}
