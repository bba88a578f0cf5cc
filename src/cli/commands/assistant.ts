import { type Command, Option } from 'commander'
import { ANNOTATION_TYPES, type AnnotationType } from '../../model/annotationType.ts'
import type { CheckedVerb } from '../assistantCheck/checkAssistant.ts'
import { UsageError } from '../io.ts'
import type { CliSession } from '../session.ts'
import { table } from '../table.ts'

interface Options {
  classes: string
  operation: AnnotationType
  timeout: string
}

export function assistantCommands(program: Command, session: CliSession): void {
  program
    .command('assistant')
    .description('models that help people')
    .command('check')
    .argument('<url>', 'where it listens: the address of describe without /describe')
    .description('ask an assistant each verb it knows on samples and check the answers; needs no service')
    .option('--classes <names>', 'classes of the sample tag, with commas between them', 'car,person')
    .addOption(
      new Option('--operation <name>', 'kind of the job that predict and review are asked about')
        .choices(ANNOTATION_TYPES)
        .default(ANNOTATION_TYPES[0]),
    )
    .option('--timeout <seconds>', 'for each answer', '30')
    .action(async (url: string, { classes, operation, timeout }: Options) => {
      const timeoutMs = Number(timeout) * 1000
      if (!(timeoutMs > 0 && timeoutMs <= 600_000)) throw new UsageError('--timeout needs seconds from 1 to 600')
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new UsageError(`${url} is no http or https address`)
      const names = classes.split(',').map((name) => name.trim())
      if (names.some((name) => name === '')) throw new UsageError('--classes needs names with commas between them')
      const [{ checkAssistant }, { serveSamples }] = await Promise.all([
        import('../assistantCheck/checkAssistant.ts'),
        import('../assistantCheck/sampleServer.ts'),
      ])
      const { files, stop } = await serveSamples()
      try {
        const checks = await checkAssistant(url, { classes: names, annotationType: operation, timeoutMs, files })
        const isOk = checks.every(({ ok }) => ok)
        session.exitCode = isOk ? 0 : 1
        session.print({ ok: isOk, checks }, () => table(['VERB', 'OK', 'FOUND', 'TOOK'], checks.map(rowOf)))
      } finally {
        await stop()
      }
    })
}

const rowOf = ({ verb, ok, found, milliseconds }: CheckedVerb) => [
  verb,
  ok ? 'yes' : 'no',
  found,
  milliseconds === null ? '' : `${Math.round(milliseconds)} ms`,
]
