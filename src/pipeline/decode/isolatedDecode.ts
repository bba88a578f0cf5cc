import { type ChildProcess, fork } from 'node:child_process'
import { MAX_IMAGE_PIXELS } from '../../model/limits.ts'
import { DecodeError, reviveDecodeError } from './DecodeError.ts'
import type { DecodeProcessReply, DecodeProcessRequest, Verdicts } from './decodeProcess.ts'

const ENTRY = new URL('./decodeProcess.ts', import.meta.url)

/**
 * Examines one image in a separate process, which ends when it exceeds its memory or processor time: native decoders
 * cannot be stopped in any other way, and the memory is free once the process has ended.
 * @throws DecodeError as `checkImage`; FILE_TOO_LARGE if a limit was exceeded
 */
export function decodeIsolated<Name extends keyof Verdicts>(
  name: Name,
  request: Omit<DecodeProcessRequest, 'name'>,
): Promise<Verdicts[Name]> {
  const child = fork(ENTRY, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' })
  return new Promise<Verdicts[Name]>((resolve, reject) => {
    child.once('message', (reply: DecodeProcessReply<Verdicts[Name]>) => {
      if ('verdict' in reply) resolve(reply.verdict)
      else reject(errorOf(reply.error))
    })
    child.once('error', reject)
    child.once('close', (code, signal) => reject(endedEarly(code, signal)))
    child.send({ ...request, name } satisfies DecodeProcessRequest, () => {})
  }).finally(() => end(child))
}

const errorOf = (error: { name: string; type: string | null; message: string; cost: number }): Error =>
  reviveDecodeError(error) ?? Object.assign(new Error(error.message), { name: error.name })

/** The system ends a process that takes too much memory, and native code ends one whose wish for it is not granted. */
const endedEarly = (code: number | null, signal: string | null): Error =>
  signal === 'SIGKILL' || signal === 'SIGABRT' || signal === 'SIGSEGV' || signal === 'SIGTRAP'
    ? new DecodeError('FILE_TOO_LARGE', 'The image takes more memory to decode than there is.', MAX_IMAGE_PIXELS)
    : new Error(`the process that decodes an image ended early: ${signal ?? `exit code ${code}`}`)

function end(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
}
