import { Command, CommanderError } from 'commander'
import { FiducialError } from '../client/fiducialError.ts'
import { visibleLines, visibleText } from '../model/visibleText.ts'
import { assistantCommands } from './commands/assistant.ts'
import { backupCommands } from './commands/backup.ts'
import { batchCommands } from './commands/batch.ts'
import { callbackCommands } from './commands/callback.ts'
import { compareCommands } from './commands/compare.ts'
import { convertCommands } from './commands/convert.ts'
import { databaseCommands } from './commands/database.ts'
import { doctorCommands } from './commands/doctor.ts'
import { exportCommands } from './commands/export.ts'
import { fitCommands } from './commands/fit.ts'
import { importCommands } from './commands/import.ts'
import { ingestCommands } from './commands/ingest.ts'
import { jobCommands } from './commands/job.ts'
import { keyCommands } from './commands/key.ts'
import { pcdCommands } from './commands/pcd.ts'
import { projectCommands } from './commands/project.ts'
import { quickstartCommands } from './commands/quickstart.ts'
import { storageCommands } from './commands/storage.ts'
import { tagCommands } from './commands/tag.ts'
import { taskCommands } from './commands/task.ts'
import { userCommands } from './commands/user.ts'
import { refusalJson, refusalText } from './failures.ts'
import { type CliIo, RefusedError, UsageError } from './io.ts'
import { CliSession } from './session.ts'

const DONE = 0
const REFUSED = 1
const USAGE = 2

const NOUNS = [
  quickstartCommands,
  ingestCommands,
  projectCommands,
  keyCommands,
  tagCommands,
  batchCommands,
  jobCommands,
  callbackCommands,
  exportCommands,
  importCommands,
  userCommands,
  taskCommands,
  backupCommands,
  databaseCommands,
  doctorCommands,
  storageCommands,
  pcdCommands,
  assistantCommands,
  fitCommands,
  compareCommands,
  convertCommands,
]

/** Runs one command and answers the exit code: 0 done, 1 refused, 2 not understood. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  const session = new CliSession(shownSafely(io))
  try {
    await makeProgram(session).parseAsync(args, { from: 'user' })
    return session.exitCode
  } catch (error) {
    return exitCodeOf(error, session, args.includes('--json'))
  }
}

/** Whatever is printed, from wherever it comes, does not steer the terminal. */
const shownSafely = ({ terminal, ...io }: CliIo): CliIo => ({
  ...io,
  out: (text) => io.out(visibleLines(text)),
  err: (text) => io.err(visibleLines(text)),
  ...(terminal && {
    terminal: {
      ask: (question) => terminal.ask(visibleLines(question)),
      redraw: (line) => terminal.redraw(visibleText(line)),
    },
  }),
})

function makeProgram(session: CliSession): Command {
  const { io } = session
  const program = new Command('fiducial')
    .description('Operates a Fiducial service.')
    .option('--json', 'answer in JSON')
    .option('--url <address>', 'the service (else FIDUCIAL_URL, else http://127.0.0.1:8080)')
    .option('--key <key>', 'an API key (else FIDUCIAL_KEY, else DATA_DIR/admin-key)')
    .option('--project <project>', 'id or name of a project; not needed while there is only one')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .hook('preAction', (_, command) => {
      session.options = command.optsWithGlobals()
    })
  for (const [name, what] of [
    ['serve', 'start the service, as npm start does'],
    ['demo', 'start it with demo projects and synthetic data'],
  ]) {
    const start = program.command(name).description(what)
    if (name === 'serve') {
      start.option('--accept-new-storage', 'take the storage although it belongs to another database, or to none')
    }
    start.action(() => {
      throw new UsageError(`${name} has to be the first word: fiducial ${name}`)
    })
  }
  for (const addCommands of NOUNS) addCommands(program, session)
  return program
}

function exitCodeOf(error: unknown, { io }: CliSession, json: boolean): number {
  if (error instanceof CommanderError) {
    // Commander has written help or its complaint by itself.
    return error.exitCode === 0 ? DONE : USAGE
  }
  if (error instanceof UsageError) {
    io.err(`${error.message}\n`)
    return USAGE
  }
  if (error instanceof FiducialError) {
    if (json) io.out(`${JSON.stringify(refusalJson(error), null, 2)}\n`)
    else io.err(refusalText(error))
    return REFUSED
  }
  if (error instanceof RefusedError) {
    io.err(`${error.message}\n`)
    return REFUSED
  }
  throw error
}
