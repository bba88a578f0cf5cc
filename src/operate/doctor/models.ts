import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { filesOf } from '../../formats/models/manifest.ts'
import { type InstalledModel, ModelFolder } from '../../pageModels/modelFolder.ts'
import { type Report, reasonOf } from './examined.ts'

const GUIDE = 'docs/assistants.md, "Models in the page", says what belongs there.'
/** Beginning of what Git LFS leaves for a file that it did not fetch. */
const LFS_POINTER = Buffer.from('version https://git-lfs')

/** Reports everything in the folder of models that pages would not offer, and why; the service starts all the same. */
export async function examineModels({ dataDir, roles }: Config, report: Report): Promise<void> {
  if (!roles.has('api')) return report.ok('none needed: this process has no role api')
  const folder = join(dataDir, 'models')
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error)
  if (entries instanceof Error) {
    if (entries.code === 'ENOENT') return report.ok(`none installed in ${folder}`)
    return report.warning(
      `${folder} cannot be read: ${reasonOf(entries)}`,
      'Make it a folder that the account of the service can read.',
    )
  }
  const models = new ModelFolder(folder)
  const installed = await models.list()
  for (const model of installed) {
    const problem = model.problem ?? (await faultOfFiles(models, model))
    if (problem === null) report.ok(`${model.name}, version ${model.manifest?.version}`)
    else report.warning(`${model.name} does not work: ${problem}`, GUIDE)
  }
  const known = new Set(installed.map(({ name }) => name))
  for (const entry of entries.filter(({ name }) => !known.has(name) && !name.startsWith('.'))) {
    if (entry.isDirectory()) {
      report.warning(`${entry.name} is not offered because of its name`, 'Use small letters, digits, - and _.')
    } else report.warning(`${entry.name} is not offered: it is not a folder`, GUIDE)
  }
}

/** What the list of models does not open: each file, as the service would send it. */
async function faultOfFiles(models: ModelFolder, model: InstalledModel): Promise<string | null> {
  for (const file of model.manifest ? filesOf(model.manifest) : []) {
    const opened = await models.open(model, file)
    if (!opened) return `${file} cannot be read`
    const start = Buffer.alloc(LFS_POINTER.length)
    await opened.handle.read(start, 0, start.length, 0).finally(() => opened.handle.close())
    if (opened.bytes === 0) return `${file} is empty`
    if (start.equals(LFS_POINTER)) return `${file} is a pointer of Git LFS, not the network: run "git lfs pull"`
  }
  return null
}
