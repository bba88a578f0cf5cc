import { type PlannedFile, SourceFileError } from '../layout.ts'
import { cloudMessage } from './cloudMessage.ts'
import { cloudPcd } from './cloudPcd.ts'
import { fieldsOf } from './fieldsOf.ts'
import type { SensorReading, SensorTopic } from './logIndex.ts'
import { pictureFile } from './picture.ts'

/** A cloud as PCD or a picture, read from the log when a job is created. */
export function madeFile({ id, topic, modality, form }: SensorTopic, reading: SensorReading): PlannedFile {
  const ending = modality === 'lidar' ? 'pcd' : (form ?? 'jpg')
  return {
    kind: 'made',
    path: `${id}/${reading.timeNs}.${ending}`,
    async *make() {
      yield await fileBytes(reading, topic, modality)
    },
  }
}

async function fileBytes({ channel, place, timeNs }: SensorReading, topic: string, modality: SensorTopic['modality']) {
  const bytes = await place.reader.read(place)
  try {
    const message = fieldsOf(channel.decoder().whole(bytes))
    return modality === 'lidar'
      ? cloudPcd(cloudMessage(channel.schemaName, message), timeNs)
      : await pictureFile(channel.schemaName, message)
  } catch (error) {
    const type = modality === 'lidar' ? 'INVALID_POINT_CLOUD' : 'IMAGE_DECODE_FAILED'
    const expected = `a message of ${channel.schemaName}`
    const found = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const file = `${topic}@${timeNs}`
    throw new SourceFileError({ file, type, expected, found }, `${file}: ${found}`)
  }
}
