import { describe, expect, it } from 'vitest'
import type { TestRunBody } from '#contract'
import { readTestJobs } from './read-test-jobs.ts'

const suiteId = '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77'

/** As the command line tool sends a check, with its schedule, its alerts and where it comes from. */
const api = {
  name: 'Health',
  checkType: 'API',
  locations: ['eu-west-1'],
  frequency: 10,
  groupId: null,
  useGlobalAlertSettings: true,
  runParallel: false,
  environmentVariables: [{ key: 'A', value: '1' }],
  request: { method: 'GET', url: 'https://shop.example/health' },
  setupScriptPath: '__checks__/setup.ts',
  localSetupScript: 'import "../lib"',
  setupScriptDependencies: [1],
  testRetryStrategy: null,
  sourceInfo: { checkRunSuiteId: suiteId, checkRunId: suiteId, updateSnapshots: false },
  logicalId: 'health',
  filePath: '__checks__/a.check.ts',
}

const sharedFiles = [
  { path: 'unused.ts', content: 'x' },
  { path: 'lib.ts', content: 'export {}' },
]

const read = (jobs: object[], files = sharedFiles) =>
  readTestJobs({
    name: 'Shop',
    runLocation: { type: 'PUBLIC', region: 'eu-west-1' },
    checkRunJobs: jobs.map((job) => ({ ...job })),
    sharedFiles: files,
  } satisfies TestRunBody)

const fixed = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 2 }

describe('a job becomes the body that would create its check', () => {
  it('without its schedule and alerts, with the files that its indexes mean', () => {
    const [job] = read([api])
    expect(job).toMatchObject({ checkType: 'API', logicalId: 'health', group: null, retryStrategy: null, suiteId })
    expect(job?.body).toMatchObject({
      name: 'Health',
      groupId: null,
      setupScriptDependencies: [{ ...sharedFiles[1], path: '../lib.ts' }],
    })
    for (const name of ['locations', 'frequency', 'useGlobalAlertSettings', 'sourceInfo', 'setupScriptPath'])
      expect(job?.body).not.toHaveProperty(name)
  })

  it('with the last of several variables of one name, and the retries of the session', () => {
    const environmentVariables = [...api.environmentVariables, { key: 'A', value: '2', locked: true }]
    const [job] = read([{ ...api, environmentVariables, testRetryStrategy: fixed }])
    expect(job?.body.environmentVariables).toEqual([{ key: 'A', value: '2', locked: true }])
    expect(job?.retryStrategy).toEqual(fixed)
  })

  it('with a group of its own, or the saved one that its reference names', () => {
    const group = { name: 'Shop', locations: [], environmentVariables: [], v: 2 }
    expect(read([{ ...api, groupId: { ref: 'shop' }, group }])[0]).toMatchObject({
      group: { generation: 2, body: { name: 'Shop' } },
      body: { groupId: null },
    })
    expect(read([{ ...api, groupId: { ref: 'check-group-77' } }])[0]?.body.groupId).toBe(77)
  })
})

it.each<[string, object[], string]>([
  ['an unknown file', [{ ...api, setupScriptDependencies: [7] }], 'no shared file with the index 7'],
  ['an unknown group', [{ ...api, groupId: { ref: 'shop' } }], 'there is no group shop'],
  ['an unknown type', [{ ...api, checkType: 'MAGIC' }], 'checkType'],
  ['a request that no check can have', [{ ...api, request: { method: 'GET' } }], 'request.url is required'],
  ['no logical id', [{ ...api, logicalId: undefined }], 'logicalId'],
  ['the logical id of another job', [api, api], 'another job has the same logicalId'],
])('a job with %s is rejected with its place', (_what, jobs, problem) => {
  const jobsOf = () => read(jobs)
  expect(jobsOf).toThrow(/checkRunJobs\[[01]\]/)
  expect(jobsOf).toThrow(problem)
})

it('files that many jobs import count for each of them', () => {
  const files = [sharedFiles[0], { path: 'large.ts', content: 'x'.repeat(1_000_000) }].filter(
    (file) => file !== undefined,
  )
  const jobs = Array.from({ length: 51 }, (_, index) => ({ ...api, logicalId: `job-${index}` }))
  expect(() => read(jobs, files)).toThrow('more than 50000000 characters of files')
})
