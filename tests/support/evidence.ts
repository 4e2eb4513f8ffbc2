import type { Evidence, RunEvidence } from '#diagnosis'

/** A failing run with nothing special about it. */
export const runEvidence = (changes: Partial<RunEvidence> = {}): RunEvidence => ({
  resultId: '01a1fd71-6000-7000-8000-000000000002',
  startedAt: '2026-11-21T10:00:00.000Z',
  location: 'eu-west-1',
  outcome: 'failed',
  isRunnerError: false,
  attempts: 1,
  responseTimeMs: 120,
  error: 'It failed.',
  failure: null,
  reasonKinds: [],
  status: null,
  headers: {},
  bodyExcerpt: null,
  phases: null,
  remoteAddress: null,
  dns: null,
  packetLoss: null,
  grpc: null,
  failedAssertions: [],
  ...changes,
})

/** A good run before it. */
export const goodRun = (changes: Partial<RunEvidence> = {}): RunEvidence =>
  runEvidence({
    resultId: '01a1fd71-5000-7000-8000-000000000001',
    startedAt: '2026-11-21T09:59:00.000Z',
    outcome: 'passed',
    error: null,
    responseTimeMs: 80,
    ...changes,
  })

export const evidenceOf = (run: Partial<RunEvidence> | null = {}, changes: Partial<Evidence> = {}): Evidence => ({
  checkName: 'Shop',
  checkType: 'API',
  target: 'https://shop.example/cart',
  host: 'shop.example',
  errorMessage: 'It failed.',
  occurrences: 3,
  firstSeen: '2026-11-21T09:00:00.000Z',
  lastSeen: '2026-11-21T10:00:00.000Z',
  run: run && runEvidence(run),
  lastGoodRun: null,
  differences: [],
  otherLocations: [],
  sameHost: [],
  sslDaysRemaining: null,
  maxResponseTimeMs: null,
  userContext: '',
  ...changes,
})
