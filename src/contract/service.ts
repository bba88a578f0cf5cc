import { Type } from 'typebox'
import { Count } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'

export const Limits = Type.Object(
  {
    max_body_bytes: Count,
    max_result_bytes: Count,
    max_upload_bytes: Count,
    max_frames: Count,
    max_sensors_per_frame: Count,
    max_bulk_jobs: Count,
    max_image_bytes: Count,
    max_image_pixels: Count,
    max_image_decode_bytes: Count,
    max_image_decode_seconds: Count,
    max_job_pixels: Count,
    max_point_cloud_bytes: Count,
    max_point_cloud_points: Count,
    jobs_per_page: Count,
    posts_per_second: Count,
    imports: Type.Object({ bytes: Count, unpacked_bytes: Count, files: Count }),
  },
  { title: 'Limits' },
)

const Meta = Type.Object(
  { version: Type.String(), limits: Limits, egress_addresses: Type.Array(Type.String()) },
  { title: 'Meta' },
)

export const serviceEndpoints = {
  getResultSchema: endpoint({
    method: 'GET',
    paths: ['/v1/schemas/:operation'],
    access: 'public',
    tag: 'results',
    summary: 'JSON Schema of a result document',
    answerType: 'application/schema+json',
    answer: Type.Object({}),
  }),
  getOpenApi: endpoint({
    method: 'GET',
    paths: ['/openapi.json'],
    access: 'public',
    tag: 'service',
    summary: 'This description',
    query: Type.Object({
      audience: Type.Optional(
        Type.Union([Type.Literal('customer'), Type.Literal('internal')], {
          description: 'internal: with what the pages of the service call; customer where it is left out',
        }),
      ),
    }),
    answerType: 'application/json',
  }),
  getHealth: endpoint({
    method: 'GET',
    paths: ['/healthz'],
    access: 'public',
    tag: 'service',
    summary: 'The process is up',
    answer: Type.Object({ status: Type.Literal('up') }),
  }),
  getReadiness: endpoint({
    method: 'GET',
    paths: ['/readyz'],
    access: 'public',
    tag: 'service',
    summary: 'Ready: database, storage and migrations',
    answer: Type.Object({ status: Type.Literal('ready') }),
  }),
  getMetrics: endpoint({
    method: 'GET',
    paths: ['/metrics'],
    access: 'public',
    tag: 'service',
    summary: 'Prometheus metrics; except from loopback only with the admin key',
    refusals: ['auth-failure', 'unauthorized'],
    answerType: 'text/plain',
  }),
  getMeta: endpoint({
    method: 'GET',
    paths: ['/v1/meta'],
    access: 'public',
    tag: 'service',
    summary: 'Version, limits and the addresses that the service calls from',
    answer: Meta,
  }),
}
