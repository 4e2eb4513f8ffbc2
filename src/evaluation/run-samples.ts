// Builders of tasks and observations for the tests of this room.
import { checkTypes, wireCheckTypes } from '#contract'
import type {
  Answers,
  Assertion,
  CheckRequests,
  Observation,
  ObservationFailure,
  RunTask,
  WireCheckType,
} from '#contract'

export const assertionOf = (
  source: Assertion['source'],
  comparison: Assertion['comparison'],
  fields: Partial<Assertion> = {},
): Assertion => ({ source, comparison, property: '', target: '', regex: null, ...fields })

/** The sample of a type. Sound because every type that runners run has one. */
const sampleOf = <T extends WireCheckType>(type: T) =>
  checkTypes[type].shapes.sample as { readonly request: CheckRequests[T]; readonly answer: Answers[T] }

export const taskOf = <T extends WireCheckType>(
  checkType: T,
  assertions: readonly Assertion[] = [],
  fields: Partial<RunTask<T>> = {},
): RunTask<T> => ({
  protocol: 1,
  id: '019b0000-0000-7000-8000-000000000001',
  leaseToken: 'lease',
  accountId: 'account',
  checkId: 'check',
  checkName: 'Orders',
  checkType,
  sessionId: 'session',
  location: 'eu-west-1',
  attempt: 1,
  scheduledFor: '2026-01-01T00:00:00.000Z',
  timeoutMs: 30_000,
  request: { ...sampleOf(checkType).request, assertions },
  limits: {
    degradedResponseTime: null,
    maxResponseTime: null,
    degradedPacketLossThreshold: null,
    maxPacketLossThreshold: null,
  },
  shouldFail: false,
  secrets: [],
  ...fields,
})

export const httpAnswer = (fields: Partial<Answers['API']> = {}): Answers['API'] => ({
  ...sampleOf('API').answer,
  body: '{}',
  ...fields,
})

/** Sound because they are the samples of every type that runners run. */
const answersOf = (samples: object): Answers => samples as Answers

export const answers = answersOf(Object.fromEntries(wireCheckTypes.map((type) => [type, sampleOf(type).answer])))

export const observationOf = <T extends WireCheckType>(
  answer: Answers[T],
  fields: Partial<Observation<T>> = {},
): Observation<T> => ({
  startedAt: 1000,
  stoppedAt: 1100,
  responseTimeMs: 100,
  answer,
  failure: null,
  log: [],
  ...fields,
})

export const failedObservation = <T extends WireCheckType>(
  fields: Partial<ObservationFailure> = {},
): Observation<T> => ({
  startedAt: 1000,
  stoppedAt: 1100,
  responseTimeMs: 100,
  answer: null,
  failure: {
    kind: 'connect',
    code: 'ECONNREFUSED',
    message: 'The connection to example.com was refused.',
    isNetworkError: true,
    ...fields,
  },
  log: [],
})
