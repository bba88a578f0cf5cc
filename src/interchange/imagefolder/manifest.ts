import { Type } from 'typebox'
import { isResultOf } from '../../formats/results/resultForm.ts'
import { FLAT_GEOMETRY_KINDS } from '../../model/annotationType.ts'
import { typesWithResult } from '../../model/annotationTypes/rulesOf.ts'
import { copyFile } from '../core/copyFile.ts'
import type { ExportJob } from '../core/exportSet.ts'
import type { Format, Writer } from '../core/format.ts'
import { imageEnding } from '../core/imageNames.ts'
import { attributeText } from '../core/importedAttributes.ts'
import type { Losses } from '../core/losses.ts'
import { NameRegistry } from '../core/names.ts'
import { dropRecord } from '../records/dropRecord.ts'
import { imageRecords } from '../records/flatRecords.ts'

/** A folder a value of one attribute of the images. */
const writeImageFolder: Writer = async (set, archive, losses) => {
  const attribute = String(set.options.attribute)
  const names = new NameRegistry()
  const folders = new Map<string, string>()
  for await (const job of set.jobs()) {
    if (!isResultOf(job.document, 'image')) continue
    countLosses(job, attribute, losses)
    const values = job.document.data.image_attributes ?? {}
    if (!Object.hasOwn(values, attribute)) {
      losses.add('image_dropped', job)
      continue
    }
    const value = attributeText(values[attribute].value)
    const folder = folders.get(value) ?? names.take(value)
    folders.set(value, folder)
    const [frame] = job.frames
    const [file] = frame.files
    const name = `${job.split}/${folder}/${job.name}.${imageEnding(file)}`
    await copyFile(archive, losses, name, { job, frame, file })
  }
  const list = [...folders].map(([value, folder]) => ({ folder, value }))
  await archive.add('values.json', `${JSON.stringify({ attribute, values: list }, null, 1)}\n`)
}

function countLosses(job: ExportJob, attribute: string, losses: Losses): void {
  if (!isResultOf(job.document, 'image')) return
  const others = Object.keys(job.document.data.image_attributes ?? {}).filter((name) => name !== attribute)
  losses.add('attribute_dropped', job, { count: others.length })
  for (const record of imageRecords(job.document)) dropRecord(losses, job, record)
}

/** https://docs.pytorch.org/vision/main/generated/torchvision.datasets.ImageFolder.html */
export const imageFolder: Format = {
  format: 'imagefolder',
  title: 'Image folders',
  description:
    'Images for classification: a folder for each value of one attribute of the images. Nothing else is carried.',
  annotationTypes: typesWithResult('image'),
  version: '1',
  specUrl: 'https://docs.pytorch.org/vision/main/generated/torchvision.datasets.ImageFolder.html',
  options: Type.Object(
    {
      attribute: Type.String({
        minLength: 1,
        description: 'the attribute of the image whose values are the folders; images without it are left out',
      }),
    },
    { additionalProperties: false },
  ),
  losses: ['attribute_dropped', 'image_dropped', ...FLAT_GEOMETRY_KINDS.map((kind) => `${kind}_dropped`)],
  files: 'required',
  tree: ['SPLIT/VALUE/NAME.jpg', 'values.json'],
  write: writeImageFolder,
}
