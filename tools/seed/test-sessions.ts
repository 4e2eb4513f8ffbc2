import type { Call } from './account.ts'

const revision = { branchName: 'main', commitId: '77be120c9e41d5a86f3b', commitMessage: 'Round the totals of the cart' }

/** The last sessions of the pipeline: suites of Playwright that it reported, of which the second failed. */
export async function makeTestSessions(call: Call): Promise<void> {
  await report(call, 'Before release 2026.11.1', [{ name: 'Checkout', status: 'PASSED' }])
  await report(call, 'Before release 2026.11.2', [
    {
      name: 'Checkout',
      status: 'FAILED',
      metadata: { errors: ['The cart shows 2 items instead of 3.'] },
    },
    { name: 'Search', status: 'PASSED' },
  ])
}

interface Suite {
  readonly name: string
  readonly status: 'PASSED' | 'FAILED'
  readonly metadata?: { readonly errors: readonly string[] }
}

async function report(call: Call, name: string, suites: readonly Suite[]): Promise<void> {
  const { testSessionId, testResults = [] } = await call('POST', '/next/test-sessions/create', {
    name,
    environment: 'staging',
    repoInfo: revision,
    testResults: suites.map((suite) => ({ name: suite.name })),
  })
  for (const [index, { name: _suite, ...end }] of suites.entries())
    await call('POST', `/next/test-sessions/${testSessionId}/results/${testResults[index]?.testResultId}`, {
      responseTime: 8_200,
      ...end,
    })
}
