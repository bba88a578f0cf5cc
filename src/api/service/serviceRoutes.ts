import type { Static } from 'typebox'
import type { Config } from '../../config.ts'
import { type Limits, serviceEndpoints } from '../../contract/service.ts'
import {
  MAX_CLOUD_BYTES,
  MAX_CLOUD_POINTS,
  MAX_DECODE_SECONDS,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FILES,
  MAX_IMPORT_UNPACKED_BYTES,
  MAX_JOB_PIXELS,
  MAX_SENSORS_PER_FRAME,
} from '../../model/limits.ts'
import type { ApiContext } from '../context.ts'
import { notReady } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sent } from '../http/sent.ts'
import { isFromLoopback } from './loopback.ts'

/** Health, metrics and what everybody may know: open in every role of the process. */
export function serviceRoutes(context: ServiceContext): Route[] {
  const { config } = context
  return [
    route(serviceEndpoints.getHealth, {
      handle: async () => ({ status: 'up' as const }),
    }),
    route(serviceEndpoints.getReadiness, {
      handle: async () => {
        const missing = await context.missing()
        if (missing.length === 0) return { status: 'ready' as const }
        context.log.warn({ missing }, 'not ready')
        throw notReady()
      },
    }),
    route(serviceEndpoints.getMetrics, {
      handle: async ({ request, reply }) => {
        if (!isFromLoopback(request))
          await context.keys.check(request.headers['x-api-key'], 'admin', null, performance.now())
        const { type, text } = await context.metrics()
        reply.type(type).send(text)
        return sent()
      },
    }),
    route(serviceEndpoints.getMeta, {
      handle: async () => ({
        version: context.version,
        limits: limits(config),
        egress_addresses: config.egressAddresses,
      }),
    }),
  ]
}

export type ServiceContext = Pick<ApiContext, 'config' | 'keys' | 'log' | 'version'> & {
  /** Names of the parts that are not ready. */
  missing(): Promise<string[]>
  metrics(): Promise<{ type: string; text: string }>
}

/** The limits published in /v1/meta. */
function limits(config: Config): Static<typeof Limits> {
  return {
    max_body_bytes: config.maxBodyBytes,
    max_result_bytes: config.maxResultBytes,
    max_upload_bytes: config.maxUploadBytes,
    max_frames: config.maxFrames,
    max_sensors_per_frame: MAX_SENSORS_PER_FRAME,
    max_bulk_jobs: 1000,
    max_image_bytes: MAX_IMAGE_BYTES,
    max_image_pixels: MAX_IMAGE_PIXELS,
    max_image_decode_bytes: config.maxDecodeBytes,
    max_image_decode_seconds: MAX_DECODE_SECONDS,
    max_job_pixels: MAX_JOB_PIXELS,
    max_point_cloud_bytes: MAX_CLOUD_BYTES,
    max_point_cloud_points: MAX_CLOUD_POINTS,
    jobs_per_page: 100,
    posts_per_second: config.rateLimit,
    imports: { bytes: MAX_IMPORT_BYTES, unpacked_bytes: MAX_IMPORT_UNPACKED_BYTES, files: MAX_IMPORT_FILES },
  }
}
