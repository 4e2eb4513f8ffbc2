import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import type { Assertion, Observation, RunTask } from '#contract'
import { evaluateRun, readBody, storedBodyLimit } from '#evaluation'
import { SystemClock } from '#kernel'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { apiTask, runFields } from '../../tests/support/probe-tasks.ts'
import { concludeRun } from './conclude-run.ts'
import { EvaluationPool, defaultEvaluationPool } from './evaluation-pool.ts'
import type { EvaluationLimits } from './evaluation-pool.ts'
import { Evaluators } from './evaluators.ts'

const clock = new SystemClock()

const megabyte = 1024 * 1024
const shared = new Evaluators(clock, defaultEvaluationPool)
afterAll(() => shared.close())

const assertion = (source: Assertion['source'], comparison: Assertion['comparison'], property = '', target = '') => ({
  source,
  comparison,
  property,
  target,
  regex: null,
})

const aTask = (...assertions: Assertion[]): RunTask => ({
  ...apiTask({ assertions }),
  ...runFields,
  limits: { ...runFields.limits, maxResponseTime: 5 },
  secrets: ['hidden-secret'],
})

const anAnswer = (body: string | Uint8Array, contentType = 'application/json'): Observation => ({
  startedAt: 1000,
  stoppedAt: 1007,
  responseTimeMs: 7,
  failure: null,
  log: [],
  answer: {
    status: 200,
    statusText: 'OK',
    headers: { 'content-type': contentType },
    body: typeof body === 'string' ? body : '',
    bodyTruncated: false,
    finalUrl: 'http://127.0.0.1/',
    remoteAddress: '127.0.0.1',
    timings: { socket: 1, lookup: 1, connect: 1, secureConnect: 1, response: 1, end: 1 },
    timingPhases: { wait: 1, dns: 1, tcp: 1, firstByte: 1, download: 1, total: 7 },
  },
  ...(typeof body === 'string' ? {} : { undecodedBody: { bytes: body, contentType } }),
})

const evaluatorsWith = (options: Partial<EvaluationLimits> = {}): Evaluators => {
  const evaluators = new Evaluators(clock, { ...defaultEvaluationPool, ...options })
  onTestFinished(() => evaluators.close())
  return evaluators
}

const onThread = (task: RunTask, observation: Observation) => {
  const read = readBody(observation)
  return concludeRun(task, read, evaluateRun(task, read))
}

const expensive = aTask(assertion('JSON_BODY', 'EQUALS', '$..[?@..[?@..y]]', '1'))
const expensiveBody = JSON.stringify(Array.from({ length: 1_000 }, () => ({ x: [1, { y: 2 }] })))
/** Millions of objects in a few megabytes. */
const bloated = Buffer.from(`[${'{},'.repeat(2 * megabyte)}{}]`)
const cheap = aTask(assertion('JSON_BODY', 'EQUALS', '$.length', '1'))

it.each([
  ['a small answer', aTask(assertion('JSON_BODY', 'EQUALS', '$.a', '1')), anAnswer('{"a":1}')],
  ['a small answer that is dear', expensive, anAnswer(expensiveBody)],
  ['megabytes of JSON', cheap, anAnswer(Buffer.from(`[${'{"a":"hidden-secret"},'.repeat(50_000)}1]`))],
  [
    'megabytes of text in another charset',
    aTask(assertion('TEXT_BODY', 'CONTAINS', '(é+)\\d', 'éé'), assertion('STATUS_CODE', 'EQUALS', '', '200')),
    anAnswer(Buffer.from(`${'é'.repeat(megabyte / 2)}7hidden-secret`, 'latin1'), 'text/plain; charset=iso-8859-1'),
  ],
  ['megabytes nobody looks at', aTask(), anAnswer(Buffer.alloc(2 * megabyte, 'hidden-secret '), 'text/plain')],
  ['megabytes of zeros', aTask(assertion('TEXT_BODY', 'IS_EMPTY')), anAnswer(Buffer.alloc(megabyte), 'text/plain')],
  [
    'no answer',
    aTask(),
    { ...anAnswer(''), answer: null, failure: { kind: 'dns', code: 'E', message: 'No.', isNetworkError: true } },
  ],
] as const)('%s comes to what it would come to on the thread', async (_which, task, observation) => {
  const given: Observation = observation
  expect(await shared.conclude(task, given)).toEqual(onThread(task, given))
})

it('an evaluation process gives the same result as the thread, for any assertions on any body', async () => {
  const pool = new EvaluationPool(clock, defaultEvaluationPool)
  onTestFinished(() => pool.close())
  const anAssertion = fc.record({
    source: fc.constantFrom('JSON_BODY', 'TEXT_BODY', 'HEADERS', 'STATUS_CODE', 'RESPONSE_TIME'),
    comparison: fc.constantFrom('EQUALS', 'CONTAINS', 'NOT_EMPTY', 'IS_NULL', 'GREATER_THAN', 'HAS_KEY'),
    property: fc.constantFrom('', '$', '$..a', '$[?@.a > 1]', '(a+)', 'content-type', '$['),
    target: fc.constantFrom('', '1', 'a', '200'),
    regex: fc.constantFrom(null, '(j.)'),
  })
  const aBody = fc.oneof(fc.json(), fc.string({ unit: anyCharacter }), fc.constant('hidden-secret'))
  await fc.assert(
    fc.asyncProperty(
      fc.array(anAssertion, { maxLength: 4 }),
      aBody,
      fc.boolean(),
      async (assertions, body, isUnread) => {
        const task = aTask(...assertions)
        const observation = anAnswer(isUnread ? Buffer.from(body) : body)
        expect(await pool.run(task, observation)).toEqual({
          outcome: 'evaluated',
          conclusion: onThread(task, observation),
        })
      },
    ),
    { numRuns: 40 },
  )
})

const withSchema = (schema: Record<string, unknown>, ...assertions: Assertion[]): RunTask => {
  const task = aTask(...assertions)
  return { ...task, request: { ...task.request, responseSchema: { schema } } }
}

it('a schema is compared in a process, and the deviations are told', async () => {
  const conclusion = await shared.conclude(withSchema({ required: ['id'] }), anAnswer('{}'))
  expect(conclusion?.verdict).toMatchObject({
    outcome: 'failed',
    reasons: [
      { kind: 'response-schema', message: 'By the schema of the response, `$.id` is required, but it is missing.' },
      { kind: 'max-response-time' },
    ],
  })
})

it('a schema that takes too long degrades, and everything else counts as it does without it', async () => {
  const doubled = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `d${at}`,
      { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  )
  const hostile = { $ref: '#/$defs/d0', $defs: { ...doubled, d60: {} } }
  const task = withSchema(hostile, assertion('JSON_BODY', 'EQUALS', '$.a', '1'))
  const limited = { ...task, limits: { ...task.limits, maxResponseTime: null } }
  const conclusion = await evaluatorsWith({ timeLimitMs: 20 }).conclude(limited, anAnswer('{"a":1}'))
  expect(conclusion?.verdict).toMatchObject({ assertions: [{ passed: true }] })
  for (const { message, outcome } of conclusion?.verdict.reasons ?? [])
    expect([outcome, message]).toEqual(['degraded', expect.stringContaining('more time or memory than allowed')])
})

it('answers that take too long have failed with the reason, one after the other', async () => {
  const evaluators = evaluatorsWith({ processes: 1, timeLimitMs: 1 })
  const conclusions = await Promise.all([1, 2].map(() => evaluators.conclude(expensive, anAnswer(expensiveBody))))
  for (const conclusion of conclusions) {
    expect(conclusion?.verdict.assertions[0]).toMatchObject({
      passed: false,
      error: expect.stringContaining('Evaluating took longer than 0.001 seconds.'),
    })
    expect(conclusion?.observation.answer).toMatchObject({ body: expensiveBody.slice(0, storedBodyLimit) })
  }
})

it('accounts take turns, and when too many responses wait one of the account with the most is rejected, without a statement about its target', async () => {
  const evaluators = evaluatorsWith({ processes: 1, maxQueueLength: 3 })
  const ended: string[] = []
  const conclude = async (accountId: string, name: string): Promise<void> => {
    const conclusion = await evaluators.conclude({ ...expensive, accountId }, anAnswer(expensiveBody))
    const error = conclusion?.verdict.assertions[0]?.error
    ended.push(conclusion?.isRunnerError === true ? `${name}: ${error}` : name)
  }
  const hostile = ['h1', 'h2', 'h3', 'h4'].map((name) => conclude('hostile', name))
  await Promise.all([...hostile, conclude('innocent', 'i1'), conclude('other', 'o1')])
  const tooMany = 'Too many responses wait for evaluation.'
  expect(ended.slice(0, 2).toSorted()).toEqual([`h3: ${tooMany}`, `h4: ${tooMany}`])
  expect(ended.slice(2)).toEqual(['h1', 'h2', 'i1', 'o1'])
})

it('closing does not wait, and runs that were not evaluated are left to other runners', async () => {
  const evaluators = evaluatorsWith({ processes: 1 })
  const waiting = Promise.all([1, 2, 3].map(() => evaluators.conclude(expensive, anAnswer(expensiveBody))))
  evaluators.close()
  expect(await waiting).toEqual([null, null, null])
  expect(await evaluators.conclude(expensive, anAnswer(expensiveBody))).toBeNull()
  expect(await evaluators.conclude(cheap, anAnswer('[1]'))).not.toBeNull()
})

const childrenFile = `/proc/self/task/${process.pid}/children`
const children = (): number[] => readFileSync(childrenFile, 'utf8').trim().split(' ').filter(Boolean).map(Number)

it.skipIf(!existsSync(childrenFile))(
  'processes end when there was nothing to evaluate for a while, and start again',
  async () => {
    // Processes of the tests before may still live or be ending.
    const others = new Set(children())
    const evaluators = evaluatorsWith({ idleMs: 1 })
    const expected = onThread(expensive, anAnswer(expensiveBody))
    expect(await evaluators.conclude(expensive, anAnswer(expensiveBody))).toEqual(expected)
    const own = children().filter((pid) => !others.has(pid))
    await expect.poll(() => children().filter((pid) => own.includes(pid))).toEqual([])
    expect(await evaluators.conclude(expensive, anAnswer(expensiveBody))).toEqual(expected)
  },
)

it.skipIf(!existsSync(childrenFile))(
  'a process that died while it had nothing to do keeps no answer and no stop',
  async () => {
    const others = new Set(children())
    const evaluators = evaluatorsWith({ processes: 1 })
    const expected = onThread(expensive, anAnswer(expensiveBody))
    expect(await evaluators.conclude(expensive, anAnswer(expensiveBody))).toEqual(expected)
    const living = evaluationProcesses()
    for (const pid of children()) if (!others.has(pid)) process.kill(pid, 'SIGKILL')
    await expect.poll(evaluationProcesses).toBeLessThan(living)
    expect(await evaluators.conclude(expensive, anAnswer(expensiveBody))).toEqual(expected)
  },
)

it.each([
  ['ends at once', { memoryMegabytes: Number.NaN }],
  ['takes too long', { startLimitMs: 1 }],
] as const)('a process that does not start because it %s is no word about the target', async (why, options) => {
  const conclusion = await evaluatorsWith(options).conclude(expensive, anAnswer(expensiveBody))
  expect(conclusion?.isRunnerError).toBe(true)
  const sentence = `No process could be started to evaluate it (it ${why}).`
  expect(conclusion?.verdict.assertions[0]?.error).toBe(sentence)
})

const evaluationProcesses = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length

it('an answer that takes too much memory has failed with the reason, and no other run suffers', async () => {
  const evaluators = evaluatorsWith({ processes: 1, memoryMegabytes: 64 })
  const [bad, good] = await Promise.all([
    evaluators.conclude(cheap, anAnswer(bloated)),
    evaluators.conclude(expensive, anAnswer(expensiveBody)),
  ])
  expect(bad?.verdict.outcome).toBe('failed')
  expect(bad?.verdict.assertions[0]?.error).toBe(
    'Evaluating took more than 64 MB of memory. Use simpler expressions or a smaller response.',
  )
  expect(bad?.observation.answer).toMatchObject({
    status: 200,
    bodyTruncated: true,
    body: expect.stringMatching(/^\[{},/),
  })
  expect(good).toEqual(onThread(expensive, anAnswer(expensiveBody)))
})
