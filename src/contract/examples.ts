import type { Operation } from './endpoints.ts'

const JOB_ID = '5b8d6e0e-6f9d-4b54-8a0f-0a4a1f2c2001'
const IMAGE_JOB = {
  reference_id: 'camera-3/000017',
  tag: 'image_boxes',
  data: { image_url: 'https://data.example.com/camera-3/000017.jpg' },
}
const CAR = {
  type: 'rectangle',
  label: 'car',
  coordinates: [
    { x: 0.1, y: 0.2 },
    { x: 0.4, y: 0.2 },
    { x: 0.4, y: 0.5 },
    { x: 0.1, y: 0.5 },
  ],
}
const RESULT = { data: { annotations: { rectangles: [CAR] } } }

/** A body that the service takes, for each operation of customers that has one. */
export const EXAMPLES: Partial<Record<Operation, unknown>> = {
  createJob: { ...IMAGE_JOB, priority_weight: 7, metadata: { drive: '2026-11-28-a' } },
  createJobs: [IMAGE_JOB, { ...IMAGE_JOB, reference_id: 'camera-3/000018' }],
  changeJob: { priority_weight: 10 },
  cancelJob: {},
  reopenJob: { reason: 'The bicycle in frame 4 is missing.' },
  retryJob: { data: { image_url: 'https://data.example.com/camera-3/000017.png' } },
  submitResult: RESULT,
  setPrediction: RESULT,
  reviewJob: { decision: 'reject', comment: 'The car on the left is cut off.' },
  compareDocuments: { a: 'prediction', b: RESULT, options: { iou: 0.5 } },
  startJobAction: { action: 'priority', value: 10, filter: { tag: 'image_boxes' } },
  resendJobCallbacks: {},
  createBatch: { name: 'monday', description: 'Drives of Monday' },
  changeBatch: { state: 'paused' },
  resendBatchCallbacks: {},
  setGroup: { user_ids: [] },
  setGold: RESULT,
  decideContest: { decision: 'uphold', answer: 'You are right: the truth was corrected.' },
  createExport: { format: 'coco', filter: { tag: 'image_boxes' }, splits: { train: 0.8, val: 0.2 } },
  createImport: { format: 'coco', tag: 'image_boxes', url: 'https://data.example.com/labels.zip' },
  createIngest: { source: { url: 'https://data.example.com/camera-3.zip' }, tag: 'image_boxes', dry_run: true },
  startIngest: {},
  rerunIngest: {},
  setAssistant: { carrier: 'queue', verbs: ['predict'] },
  testAssistant: {},
  evaluateAssistant: { tag: 'image_boxes', jobs: 100 },
  assistJob: { assistant: 'detector', verb: 'predict' },
  claimAssistantTask: { lease_seconds: 60, verbs: ['predict'] },
  renewAssistantTask: { lease_id: JOB_ID, lease_seconds: 60, progress: 0.5 },
  completeAssistantTask: { lease_id: JOB_ID, output: { annotations: { rectangles: [CAR] } } },
  failAssistantTask: { lease_id: JOB_ID, message: 'The model ran out of memory.', retry: true },
  createProject: { name: 'Street', base: 'IMAGE', callback: { url: 'https://hooks.example.com/fiducial' } },
  changeProject: { name: 'Street 2026', review: true, undo_seconds: 10 },
  createKey: { name: 'pipeline', scopes: ['submit', 'read'] },
  setRetention: { inputs_days: 365, results_days: null, drafts_days: 30 },
  previewRetention: { inputs_days: 365, results_days: null, drafts_days: 30 },
  setTag: {
    operation: 'image2d',
    classes: [{ name: 'car', color: 'rgb(220, 60, 40)', geometries: ['rectangle'] }],
    instructions: 'Draw a tight box around each car.',
  },
  setCallback: { url: 'https://hooks.example.com/fiducial', events: ['COMPLETED', 'FAILED'] },
  testCallback: {},
  setAttachmentAccess: { rules: [{ match: 'https://data.example.com/', headers: { authorization: 'Bearer token' } }] },
  setSensor: { name: 'Front', modality: 'camera', intrinsics: { fx: 1000, fy: 1000, cx: 960, cy: 540 } },
  createUser: { email: 'ada@example.com', role: 'annotator' },
  retryTask: {},
  rotateAdminKey: {},
}
