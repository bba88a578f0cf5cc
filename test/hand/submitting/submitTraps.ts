import type { Trap } from '../traps.ts'

const web = (path: string) => `src/web/${path}`
const SUBMISSION = web('workbench/submission/submission.ts')

const TRAPS: readonly Omit<Trap, 'hand'>[] = [
  {
    trap: 'a second press right after a job was opened submits it',
    file: SUBMISSION,
    text: 'const GUARD_MS = 600',
    becomes: 'const GUARD_MS = 0',
  },
  {
    trap: 'a key that is held down submits',
    file: SUBMISSION,
    text: "if (isRepeat || this.#state.step !== 'ready') return",
    becomes: "if (this.#state.step !== 'ready') return",
  },
  {
    trap: 'a second press submits again',
    file: SUBMISSION,
    text: "if (isRepeat || this.#state.step !== 'ready') return",
    becomes: 'if (isRepeat) return',
  },
  {
    trap: 'edits are taken while the job is being submitted',
    file: SUBMISSION,
    text: "session.lock.close(msg('submit.locked'))",
    becomes: "void msg('submit.locked')",
  },
  {
    trap: 'a refused submission leaves the job locked',
    file: SUBMISSION,
    text: "if (!isUnderWay && state.step !== 'submitted') this.#parts.session.lock.open()",
    becomes: "if (!isUnderWay && state.step === 'submitted') this.#parts.session.lock.open()",
  },
  {
    trap: 'a shape that is not finished is left out without a question',
    file: web('workbench/submission/submitReasons.ts'),
    text: "    ...(unfinished > 0 ? [counted('UNFINISHED_SHAPE', unfinished)] : []),\n",
    becomes: '',
  },
  {
    trap: 'without a connection it is sent later, without a question',
    file: SUBMISSION,
    text: "if (kind !== 'saved' || !isOnline()) return this.#askOffline()",
    becomes: "if (kind !== 'saved' || !isOnline()) return this.#waitForConnection()",
  },
  {
    trap: 'an edit does not take back the choice to submit later',
    file: SUBMISSION,
    text: '        this.cancel()\n        session.notices.refuse',
    becomes: '        session.notices.refuse',
  },
  {
    trap: 'what is cancelled is submitted all the same',
    file: SUBMISSION,
    text: "    this.#abort.abort()\n    this.#stopWaiting()\n    if (step === 'sending' || ",
    becomes: "    if (step === 'sending' || ",
  },
  {
    trap: 'what was cancelled on its way is not withdrawn',
    file: SUBMISSION,
    text: "if (step === 'sending' || this.#mayHaveArrived) void this.#withdraw()\n    else this.#become(READY)",
    becomes: 'this.#become(READY)',
  },
  {
    trap: 'work that others overtook is dropped',
    file: web('document/autosave.ts'),
    text: '        await server.saveDraft({ batchId',
    becomes: '        if (batch === null) await server.saveDraft({ batchId',
  },
  {
    trap: 'a busy service is taken for a refusal, and the work is dropped',
    file: web('document/httpDocumentServer.ts'),
    text: '![401, 408, 425, 429].includes(status)',
    becomes: '![408, 425].includes(status)',
    also: [
      {
        file: web('document/autosave.ts'),
        text: '        await server.saveDraft({ batchId',
        becomes: '        if (batch === null) await server.saveDraft({ batchId',
      },
    ],
  },
  {
    trap: 'a batch whose answer was lost is taken twice',
    file: web('document/openSession.ts'),
    text: 'if (!batch || batch.baseVersion === job.version',
    becomes: 'if (batch || job.version > 0',
    also: [
      {
        file: web('document/openSession.ts'),
        text: 'await keepAsDraft(parts, kept, reason ??',
        becomes: 'if (!reason) await keepAsDraft(parts, kept, reason ??',
      },
    ],
  },
  {
    trap: 'work of a page that was killed is not there again',
    file: web('document/openSession.ts'),
    text: 'await store.read(key).catch(() => NO_WORK)',
    becomes: '(await store.clear(key), NO_WORK)',
  },
]

export const SUBMIT_TRAPS: readonly Trap[] = TRAPS.map((trap) => ({ ...trap, hand: 'submitting' }))
